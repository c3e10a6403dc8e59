-- Outside a transaction: built while people sign up. Not unique: who looked like another before may stay.
create index concurrently if not exists users_username_alike on users (username_key(username))
  where email_verified_at is not null;
