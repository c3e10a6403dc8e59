-- From here on, an earlier release can't read posts: it would show members' posts to everyone.
drop trigger complete_new_post on posts;
drop trigger keep_new_post_medium on posts;
drop function complete_new_post;
drop function keep_new_post_medium;
drop function audience_of_plan;

-- Known from the constraint: the posts aren't read again.
alter table posts alter column audience_id set not null;
alter table posts
  drop constraint posts_have_audience,
  drop column plan_id,
  drop column media_id;
drop index posts_creator_id;
drop index posts_recent;

-- A post's page and its pictures are found by who may see the post, at the moment they are asked for.
alter table media drop column is_public;

create or replace function post_is_published(p posts) returns boolean language sql stable
  return p.deleted_at is null and p.state = 'published' and not p.waits_for_media;
-- It goes out as soon as its video or audio can be played; until then it is its creator's alone.
create function post_is_waiting(p posts) returns boolean language sql stable
  return p.deleted_at is null and p.state = 'published' and p.waits_for_media;
