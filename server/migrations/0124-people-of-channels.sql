-- Who has been in a channel, one after another, and people by the beginning of their names.
create index read_marks_channel_id on read_marks (channel_id, user_id);
create index users_name_start on users (lower(name) text_pattern_ops) where erased_at is null;
