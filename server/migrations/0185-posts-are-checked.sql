-- Reads and writes go on meanwhile. Where 0064, 0071 and 0121 ran as they were first written, these are valid already.
alter table posts
  validate constraint posts_title_check,
  validate constraint posts_state_check,
  validate constraint posts_slug_check,
  validate constraint posts_teaser_check,
  validate constraint posts_comments_from_check;
