-- Posts to be cleaned again are walked through in this order: one that cannot be cleaned is passed, and not met again.
drop index posts_cleaner_version;
create index posts_cleaner_version on posts (cleaner_version, id);
