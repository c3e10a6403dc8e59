-- What browsers hear of while a page is open. A topic's number goes up by one with each event, in the order of the
-- commits, so that a gap shows what was missed. A new topic begins at the milliseconds of its first use: one that was
-- pruned and comes back never uses a number again.
create table realtime_topics (
  topic text primary key,
  last_seq bigint not null,
  last_at timestamptz not null
);
create index realtime_topics_last_at on realtime_topics (last_at);

-- Kept for an hour, for browsers that come back to whichever node.
create table realtime_events (
  topic text not null,
  seq bigint not null,
  name text not null,
  data jsonb not null,
  published_at timestamptz not null,
  primary key (topic, seq)
);
create index realtime_events_published_at on realtime_events (published_at);
