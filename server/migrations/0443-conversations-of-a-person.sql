-- Outside a transaction: built while people write. All conversations of a person, whatever their state, for the export of their data; each
-- of the other indexes has those of one list.
create index concurrently if not exists participants_of_user on participants (user_id);
