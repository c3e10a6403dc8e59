-- Reads and writes go on meanwhile.
alter table posts validate constraint posts_have_audience;
alter table posts validate constraint published_posts_have_time;
