-- Questions to the people of a page. A poll hangs on a post or on a message; which it is, its users know.
create table polls (
  id uuid primary key,
  creator_id uuid not null references creators,
  -- The owner of the page, or a moderator.
  author_id uuid not null references users,
  client_key uuid not null,
  question text not null,
  choices_min smallint not null check (choices_min >= 1),
  choices_max smallint not null check (choices_max >= choices_min),
  -- How long it is open; null: until it is closed by hand.
  minutes integer check (minutes between 1 and 129600),
  voters_audience_id uuid not null references audiences,
  -- Who sees what was voted, and when.
  results text not null check (results in ('always', 'after_vote', 'after_close', 'owner')),
  -- Who learns who voted for what.
  secrecy text not null check (secrecy in ('secret', 'creator', 'everyone')),
  may_change boolean not null,
  -- Where it hangs; null: it has only been written so far.
  place_kind text check (place_kind in ('post', 'message')),
  place_id uuid,
  created_at timestamptz not null,
  -- From when on people may vote; null: its place isn't out yet.
  opened_at timestamptz,
  closes_at timestamptz,
  first_voted_at timestamptz,
  closed_at timestamptz,
  -- What was counted when it closed: {"voters", "weight", "options": [{"votes", "weight"}]}.
  result jsonb,
  -- One more with each change of a poll's question or options: a vote names what the voter saw.
  revision integer not null default 1,
  unique (author_id, client_key),
  check ((place_kind is null) = (place_id is null)),
  check ((closed_at is null) = (result is null))
);
create index polls_creator_id on polls (creator_id);
create index polls_place on polls (place_id) where place_id is not null;
create index polls_due on polls (closes_at) where closed_at is null and closes_at is not null;
create index polls_voters_audience on polls (voters_audience_id);

create table poll_options (
  poll_id uuid not null references polls on delete cascade,
  -- From 0.
  position smallint not null,
  text text not null,
  -- What an option shows; its text says what it is. A medium stands in one place alone.
  media_id uuid references media,
  primary key (poll_id, position)
);
create unique index poll_options_media_id on poll_options (media_id) where media_id is not null;

-- How much the vote of a plan's holders counts; 1 where there is no row.
create table poll_weights (
  poll_id uuid not null references polls on delete cascade,
  plan_id uuid not null references plans,
  weight smallint not null check (weight between 1 and 100),
  primary key (poll_id, plan_id)
);
create index poll_weights_plan_id on poll_weights (plan_id);

create table poll_votes (
  id uuid primary key,
  poll_id uuid not null references polls,
  -- null: their account was erased; the vote stays.
  user_id uuid references users,
  -- Positions of the options.
  options smallint[] not null,
  -- What they held when they voted; null: no plan.
  plan_id uuid references plans,
  weight smallint not null,
  voted_at timestamptz not null,
  unique (poll_id, user_id)
);
create index poll_votes_of_poll on poll_votes (poll_id, id);
create index poll_votes_user_id on poll_votes (user_id);
create index poll_votes_plan_id on poll_votes (plan_id);
