-- In what the files that were made of a medium differ from it, in words for its owner; null: in nothing, or it isn't known.
alter table media add column note text;
