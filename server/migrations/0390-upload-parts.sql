-- What has arrived of an upload and lies in the object store, so that any node goes on with it. Without an object store
-- there are none: its bytes wait on the node's disk.
create table upload_parts (
  upload_id uuid not null references uploads on delete cascade,
  -- Where it begins. Two writers can't both add the part that begins here, so parts follow one another without a gap.
  offset_bytes bigint not null check (offset_bytes >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  key text not null unique,
  -- The node whose disk has these bytes as well.
  node_id uuid not null,
  primary key (upload_id, offset_bytes)
);
