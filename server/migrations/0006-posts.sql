create table posts (
  -- UUIDv7: also the order of publishing.
  id uuid primary key,
  creator_id uuid not null references creators,
  -- null: free for everyone.
  plan_id uuid references plans,
  -- The editor's own format, to edit the post again; null when it was sent as HTML.
  blocks jsonb,
  -- Rendered by us and sanitised.
  html text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index posts_creator_id on posts (creator_id, id desc) where deleted_at is null;
create index posts_recent on posts (id desc) where deleted_at is null;
