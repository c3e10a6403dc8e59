-- The threes of a name: every three letters that follow one another. A loop, since a query takes 38 µs for each of millions
-- of names.
create function name_threes(name text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  low constant text := lower(name);
  threes text[] := '{}';
begin
  for at in 1 .. length(low) - 2 loop
    threes := threes || substr(low, at, 3);
  end loop;
  return threes;
end $$;

-- Equal for usernames that look alike: `usernameKey` in contract/look-alikes.ts, which has the table by its letters.
-- Case is folded in between: a capital may look like another letter than the small one, which may look like a third.
create function username_key(username text) returns text language sql immutable strict parallel safe
return (select normalize(translate(lower(translate(normalize(username, nfkd), looks, plain)), looks, plain), nfc) from (values (
  'ɑαаᴀΑАᎪꓮⲁⲀʙвьΒВЬᏏᏴꓐƅЪβⲂᴄсСᏟꓚⲥⲤᴅԁᎠᏧꓓժԀᴇеεєΕЕᎬꓰҽ℮ꜰϝꓝϜքɡɢցᏀꓖԌԍʜһнհΗНᎻꓧҺⲎıɩɪιіΙІᎥꓲⲒᴊјϳЈͿᎫꓙյᴋκкΚКᏦꓗⲔϗʟᏞꓡǀլӏӀᴍмΜМᎷꓟⲘɴոпηΝꓠⲚᴏοоσօΟОՕꓳⲟⲞᴘρрΡРᏢꓑⲣⲢԛզԚʀгᏒꓣᎡꜱѕЅᏚꓢՏᴛтτΤТᎢꓔⲦᴜυսꓴՍʋᴠνѵѴᏙꓦᴡωԝԜᎳᏔꓪաхχΧХꓫⲬʏγуΥУүҮᎩꓬⲨᴢΖᏃꓜζⲌ',
  'aaaaaaaaaabbbbbbbbbbbbbcccccccdddddddeeeeeeeeeefffffggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjkkkkkkkkklllllllmmmmmmmnnnnnnnooooooooooopppppppppqqqrrrrrssssssttttttttuuuuuuvvvvvvwwwwwwwwxxxxxxyyyyyyyyyyzzzzzz')) as alike (looks, plain));

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
  created_at timestamptz not null,
  -- When they asked for the deletion of their account; null again once they took it back.
  deletion_requested_at timestamptz,
  -- When it can no longer be taken back.
  deletion_due_at timestamptz,
  -- The row stays for the payments that point at it; who it was does not.
  erased_at timestamptz,
  -- Whether somebody asked for pages with adult content in Explore and search; they are left out otherwise.
  sees_adult_pages boolean not null default false,
  -- The language of a user's mails and documents.
  language text not null default 'en'
  constraint users_language_known check (language in ('en', 'pseudo')),
  -- Where it is 08:00 when the digest comes. null: not known yet, as UTC.
  time_zone text,
  constraint users_deletion check ((deletion_requested_at is null) = (deletion_due_at is null))
);
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null and erased_at is null;
-- The store is compared with what names its objects: pictures are looked up by their key.
create index users_profile_image on users (profile_image) where profile_image is not null;
create unique index users_username_key on users (lower(username)) where email_verified_at is not null;
-- Asked by every list of pages and posts; it holds the few who are suspended and nobody else.
create index users_suspended on users (id) where status = 'suspended';
-- Those who are leaving, for the job that ends their memberships.
create index users_leaving on users (id) where deletion_due_at is not null and erased_at is null;
create index users_name_start on users (lower(name) text_pattern_ops) where erased_at is null;
-- People by the beginning of their username (names have that index already), at a million accounts. Addresses are only found whole.
create index users_username_start on users (lower(username) text_pattern_ops, id);
-- The few accounts in each of the rarer states, newest first.
create index users_erased on users (id) where erased_at is not null;
create index users_unconfirmed on users (id) where email_verified_at is null;
create index users_name_threes on users using gin (name_threes(name)) with (fastupdate = off);
create index users_username_alike on users (username_key(username))
  where email_verified_at is not null;

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
  last_seen_at timestamptz not null,
  -- When its user last proved that it is them, and how.
  proved_at timestamptz,
  methods text[] not null default '{}',
  -- The browser's place in known_places; null: not known.
  device_mark bytea
);
create index sessions_user_id on sessions (user_id);
-- Media are opened with the cookie half alone, bound to an address that was given to the same user.
create index sessions_cookie_hash on sessions (cookie_hash);
-- For the job that ends sessions nobody used for long. The column changes once a day at most.
create index sessions_last_seen_at on sessions (last_seen_at);
-- For the job that ends sessions that were begun long ago.
create index sessions_created_at on sessions (created_at);

-- Links that were mailed. A used one is kept for a while, because mail scanners open links before people do.
create table mail_tokens (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Links may be about one thing among several: a sign-in, a factor, a change of the address.
  subject_id uuid,
  -- The browser that a mailed sign-in was from, as known_places has it: its session may be gone when the link is opened.
  device_mark bytea,
  constraint mail_tokens_purpose_check check (purpose in ('activate', 'reset', 'delete',
  'password', 'prove', 'not-me', 'not-my-factor', 'email-old', 'email-new', 'email-undo', 'keep-factors'))
);
create index mail_tokens_user_id on mail_tokens (user_id);
-- For the job that deletes what has expired.
create index mail_tokens_expires_at on mail_tokens (expires_at);

-- Sign-ins that are at the issuer right now.
create table oidc_sign_ins (
  id_hash bytea primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
-- For the job that deletes what has expired.
create index oidc_sign_ins_expires_at on oidc_sign_ins (expires_at);

-- One person wants nothing to do with another. It counts in both directions, whoever said so.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked_id on blocks (blocked_id);
-- Whom a person has blocked, most recent first.
create index blocks_in_order on blocks (blocker_id, created_at desc, blocked_id desc);

-- What somebody signed up with, for an address that has an account just as for one that has none: so nothing that a
-- stranger can look at later tells the two apart.
create table sign_ups (
  -- Always lower case.
  email text primary key check (email = lower(email)),
  -- Nobody else gets it before `reserved_until`; after that it is free again until the account is activated.
  username text not null,
  -- null: two passwords claimed the address, so neither is believed.
  password_hash text,
  reserved_until timestamptz not null,
  expires_at timestamptz not null
);
create index sign_ups_username on sign_ups (lower(username));
create index sign_ups_expires_at on sign_ups (expires_at);

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

-- Who was suspended when, by whom and why, and how it ended: the record of what was done in the operator's name.
create table account_suspensions (
  id uuid primary key,
  user_id uuid not null references users,
  suspended_at timestamptz not null,
  reason text not null,
  suspended_by text not null,
  reinstated_at timestamptz,
  reinstatement_reason text,
  reinstated_by text,
  check (num_nulls(reinstated_at, reinstatement_reason, reinstated_by) in (0, 3))
);
create unique index account_suspensions_one_open on account_suspensions (user_id) where reinstated_at is null;
create index account_suspensions_user_id on account_suspensions (user_id);

create table second_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('app', 'passkey')),
  label text not null,
  created_at timestamptz not null,
  -- null: an authenticator app whose first code has not been entered yet; it proves nothing.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of an app: its secret, and the 30 seconds of the last code that was used.
  encrypted_secret bytea,
  last_step bigint,
  -- Of a passkey: what the browser calls it, its key, and how often it has signed (0: it does not count).
  credential_id bytea unique,
  public_key bytea,
  counter bigint,
  transports text[] not null default '{}',
  -- Its keeper copies it to other devices.
  is_synced boolean not null default false,
  -- The host it is bound to: on any other it is worth nothing.
  host text,
  check ((kind = 'app') = (encrypted_secret is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null
    and host is not null)),
  check (kind = 'app' or confirmed_at is not null)
);
create index second_factors_user_id on second_factors (user_id);
create unique index second_factors_one_app on second_factors (user_id) where kind = 'app' and confirmed_at is not null;
create unique index second_factors_one_begun on second_factors (user_id) where confirmed_at is null;
-- Asked at every start.
create index second_factors_host on second_factors (host) where kind = 'passkey';

-- For people who have lost the rest. 80 random bits each, so that a plain hash is enough.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Questions that a passkey or a code answers, each once and within five minutes.
create table proof_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('second-step', 'passkey-sign-in', 'step-up', 'new-passkey')),
  -- null: a passkey will say whose it is.
  user_id uuid references users on delete cascade,
  session_id uuid references sessions on delete cascade,
  -- How the first step of the sign-in was made.
  first_method text check (first_method in ('password', 'google')),
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index proof_challenges_user_id on proof_challenges (user_id);
create index proof_challenges_session_id on proof_challenges (session_id);
create index proof_challenges_expires_at on proof_challenges (expires_at);

-- A change of an account's address: both addresses confirm, and the old one can take it back.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  applied_at timestamptz,
  undone_at timestamptz
);
create index email_changes_user_id on email_changes (user_id);
create unique index email_changes_one_open on email_changes (user_id) where applied_at is null;
create index email_changes_expires_at on email_changes (expires_at);

-- Second factors that somebody says they have lost. Two people of the staff agree, and a week passes.
create table factor_recoveries (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  approved_by text,
  due_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('removed', 'kept')),
  check ((approved_by is null) = (due_at is null)),
  check (approved_by is null or approved_by <> asked_by),
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'removed' or approved_by is not null)
);
create index factor_recoveries_user_id on factor_recoveries (user_id);
create unique index factor_recoveries_one_open on factor_recoveries (user_id) where ended_at is null;
create index factor_recoveries_due on factor_recoveries (due_at) where ended_at is null and due_at is not null;

-- What earlier files and tables point to here.
alter table audit_log add constraint audit_log_actor_id_fkey
  foreign key (actor_id) references users;
