-- The browser that a mailed sign-in was from, as known_places has it: its session may be gone when the link is opened.
alter table mail_tokens add column device_mark bytea;
