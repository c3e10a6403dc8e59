-- Reads and writes go on meanwhile.
alter table media validate constraint media_kind_check;
alter table media validate constraint media_name_check;
