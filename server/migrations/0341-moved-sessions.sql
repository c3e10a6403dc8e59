-- How often the time of a live session was changed, or that it was called off: calendars go by it (SEQUENCE).
alter table live_sessions add column sequence integer not null default 0;
