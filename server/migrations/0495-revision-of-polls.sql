-- One more with each change of a poll's question or options: a vote names what the voter saw.
alter table polls add column revision integer not null default 1;
