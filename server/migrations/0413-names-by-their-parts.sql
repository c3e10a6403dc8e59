-- Outside a transaction: built while people sign up. With no list of what is to be added, which each search would read.
create index concurrently if not exists users_name_threes on users using gin (name_threes(name)) with (fastupdate = off);
