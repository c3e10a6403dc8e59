-- The mailed code that activates an account in the browser that signed up. Every sign-up has a row, also one for an
-- address that has an account already: wrong tries are counted alike.
create table activation_codes (
  -- Of the browser's half of the sign-up.
  sign_up_hash bytea primary key,
  -- null, like the code, until one is mailed.
  user_id uuid references users on delete cascade,
  code_hash bytea,
  wrong_tries smallint not null default 0,
  expires_at timestamptz not null,
  check ((user_id is null) = (code_hash is null))
);
create index activation_codes_user_id on activation_codes (user_id);
create index activation_codes_expires_at on activation_codes (expires_at);
