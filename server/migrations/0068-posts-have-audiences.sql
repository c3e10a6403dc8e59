-- Outside a transaction: the check of all posts that follows must not hold the lock that adding it takes.
alter table posts
  add constraint posts_have_audience check (audience_id is not null) not valid,
  add constraint published_posts_have_time check (state <> 'published' or published_at is not null) not valid
