create table users (
  id uuid primary key,
  name text not null,
  username text not null,
  -- Always lower case.
  email text not null unique check (email = lower(email)),
  -- null: signs in through an issuer only.
  password_hash text,
  country text,
  profile_image text,
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- null: not activated yet.
  email_verified_at timestamptz,
  age_confirmed_at timestamptz,
  created_at timestamptz not null
);
create unique index users_username_key on users (lower(username));

-- A person at an OpenID Connect issuer. The subject is only unique per issuer.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index user_identities_user_id on user_identities (user_id);

-- Hashes of both halves; neither half is stored.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);

-- Links that were mailed. A used one is kept for a while, because mail scanners open links before people do.
create table mail_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('activate', 'reset')),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_user_id on mail_tokens (user_id);

-- Sign-ins that are at the issuer right now.
create table oidc_sign_ins (
  id_hash bytea primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
