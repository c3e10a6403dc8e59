-- What an option shows; its text says what it is. A medium stands in one place alone.
alter table poll_options add column media_id uuid references media;
create unique index poll_options_media_id on poll_options (media_id) where media_id is not null;
