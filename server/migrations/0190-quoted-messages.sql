-- In conversations, which have no threads: the message of the same channel that this one answers and shows above it.
alter table messages add column quoted_seq integer;
