-- Whose doing an event is: people who are kept apart from them by a block aren't told.
alter table realtime_events add column by_user_id uuid;
create index realtime_events_by_user_id on realtime_events (by_user_id) where by_user_id is not null;
