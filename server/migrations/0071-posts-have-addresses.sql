-- First written as 4d73a0926f296ba2c4d57124f44e4ab20289500582816c06c085c94a9f18c954, with its checks of posts valid at
-- once: all posts were read for them while nobody else could. 0185 validates them.
-- What a post shows to people who can't read it yet, its address, and its place on the page.
alter table posts
  -- The last part of its address; null: its id is. Made from the title when it is first published, and kept.
  add column slug text,
  -- What its creator tells people who can't read it.
  add column teaser text,
  -- A picture that everyone may see.
  add column cover_id uuid references media on delete set null,
  -- When something else was last published in it; null: it is as it was first published.
  add column edited_at timestamptz,
  -- When it was pinned to the top of its page; null: it isn't.
  add column pinned_at timestamptz,
  add constraint posts_slug_check check (length(slug) between 1 and 80) not valid,
  add constraint posts_teaser_check check (length(teaser) between 1 and 300) not valid;
