-- Wishes to follow a page that visitors sent with an e-mail address. Kept alike whether or not the address has an
-- account; of the mailed link only a hash. A used one keeps no address, so that the link can still say so.
create table mailed_follows (
  id uuid primary key,
  email text,
  creator_id uuid not null references creators on delete cascade,
  -- null until the mail is written.
  token_hash bytea unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (email, creator_id)
);
create index mailed_follows_creator_id on mailed_follows (creator_id);
create index mailed_follows_expires_at on mailed_follows (expires_at);
