-- Named, ordered sets of a page's posts.
create table collections (
  id uuid primary key,
  creator_id uuid not null references creators,
  -- The last part of its address; it stays the same, whatever the title becomes.
  slug text not null,
  title text not null,
  description text not null default '',
  created_at timestamptz not null,
  unique (creator_id, slug)
);

create table collection_posts (
  collection_id uuid not null references collections on delete cascade,
  post_id uuid not null references posts,
  position integer not null,
  primary key (collection_id, post_id)
);
create index collection_posts_in_order on collection_posts (collection_id, position);
create index collection_posts_of_post on collection_posts (post_id);

-- Kept with the page, so that showing a page doesn't have to look for collections.
alter table creators add column has_collections boolean not null default false;
