-- Every row was written before the column was there, so all of them are right.
alter table stream_keys validate constraint stream_keys_fault_check;
