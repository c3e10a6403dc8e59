-- How often preparing a medium was begun, counted before each attempt: whatever ends the process then, the count stays.
alter table media add column attempts smallint not null default 0;
