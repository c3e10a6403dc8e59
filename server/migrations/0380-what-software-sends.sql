-- What a creator's streaming software was cut off for, and a few seconds of what it sends while nobody is shown it.
alter table stream_keys
  add column fault text,
  add column fault_at timestamptz,
  add column clip_key text,
  add column clip_bytes integer,
  add column clip_sha256 text;
alter table stream_keys add constraint stream_keys_fault_check check (fault in ('picture_format', 'picture_colours',
  'picture_size', 'sound_format', 'too_much', 'clock', 'restarts')) not valid;
-- Closed captions lie in its pictures.
alter table broadcasts add column has_captions boolean not null default false;
