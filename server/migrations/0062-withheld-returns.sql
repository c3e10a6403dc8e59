-- What a disputed payment owes for time that could not be used; it goes back once the bank has decided for the creator.
alter table unused_time_returns add column withheld_cents bigint not null default 0 check (withheld_cents >= 0);
