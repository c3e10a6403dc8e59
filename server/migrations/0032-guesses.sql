-- Browsers and addresses that somebody signed in from. Guesses from elsewhere do not count against them.
create table known_places (
  user_id uuid not null references users on delete cascade,
  -- Of a cookie's secret, or keyed, of an address.
  place_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, place_hash)
);
create index known_places_seen_at on known_places (seen_at);

-- Wrong passwords for one e-mail address from places its account does not know, whether or not it has an account. The
-- level rises by one with each and sinks with time; the higher it is, the longer the next try has to wait. It is kept in
-- thousandths: no column holds fractions.
create table guess_levels (
  email_hash bytea primary key,
  level_thousandths bigint not null,
  counted_at timestamptz not null,
  next_at timestamptz not null
);
create index guess_levels_counted_at on guess_levels (counted_at);
