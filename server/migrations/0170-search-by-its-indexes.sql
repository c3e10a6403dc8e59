-- How many titles and names look like what was typed is guessed at a hundredth of all, and that many are expected to be
-- found sooner by reading the table. Each row read so is compared by its trigrams, which the index saves.
alter function pages_alike(text) set enable_seqscan = off;
alter function titles_alike(text, uuid) set enable_seqscan = off;
