-- What an event is about: what waits about one subject is applied together, and the provider is asked once for all.
alter table provider_events add column subject text;
update provider_events set subject = 'event:' || id where applied_at is null;
create index provider_events_waiting on provider_events (subject, id) where applied_at is null;
