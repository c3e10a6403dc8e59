-- Where in the recordings of its session a question was taken: the number of the recording, from 1, and the moment in
-- it. Null: it wasn't taken while there was a picture, or nothing was recorded.
alter table questions add column recording_part smallint, add column recording_ms integer;
