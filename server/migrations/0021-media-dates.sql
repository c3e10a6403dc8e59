-- Since when bytes are under their name: Last-Modified of what is served.
alter table media add column kept_at timestamptz;
update media set kept_at = created_at where sha256 is not null;
alter table media_renditions add column kept_at timestamptz;
update media_renditions r set kept_at = now();
alter table media_renditions alter column kept_at set not null;
