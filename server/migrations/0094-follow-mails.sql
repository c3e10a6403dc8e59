-- Whether a follower is mailed about new posts of this page.
alter table follows add column is_mailed boolean not null default true;
