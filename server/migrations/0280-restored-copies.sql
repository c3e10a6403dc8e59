-- Written by npm run restore: while the newest row has no `released_at`, this database is a copy beside its original,
-- and Cheers moves no money and sends no mail (docs/decisions/0191). Only its owner writes here.
create table if not exists restored_copies (
  id integer primary key generated always as identity,
  -- What it was restored to.
  moment timestamptz not null,
  restored_at timestamptz not null default now(),
  released_at timestamptz
);
