-- A person's muted channels, to list them: of all that they have read in, few.
create index read_marks_muted on read_marks (user_id, channel_id) where muted_until is not null;
