alter table posts
  -- Which version of the cleaner html and excerpt_html have been through; 0: before versions were counted.
  add column cleaner_version smallint not null default 0,
  -- What lists carry of a long post; null: the post is short, and lists carry all of it.
  add column excerpt_html text,
  -- Characters of html, so that lists need not read it; null while cleaner_version is 0.
  add column html_length integer;
-- Finds the posts that a newer cleaner has to go over again.
create index posts_cleaner_version on posts (cleaner_version);
