create table post_likes (
  post_id uuid not null references posts,
  user_id uuid not null references users,
  liked_at timestamptz not null,
  primary key (post_id, user_id)
);
create index post_likes_of_user on post_likes (user_id, liked_at desc, post_id desc);

create table post_saves (
  post_id uuid not null references posts,
  user_id uuid not null references users,
  saved_at timestamptz not null,
  primary key (post_id, user_id)
);
create index post_saves_of_user on post_saves (user_id, saved_at desc, post_id desc);

-- How many rows of post_likes a post has, changed by the statement that changes them. A table of its own: posts are
-- wide, and a like rewrites a few bytes. Pages have room for a row's next version, so its index stays as it is.
create table post_like_counts (
  post_id uuid primary key references posts,
  likes integer not null check (likes >= 0)
) with (fillfactor = 50);

-- What a page is about, in its creator's words.
create table creator_topics (
  creator_id uuid not null references creators,
  topic text not null check (length(topic) between 2 and 30),
  position smallint not null,
  primary key (creator_id, topic)
);
create index creator_topics_topic on creator_topics (topic text_pattern_ops, creator_id);

-- What is searched of published posts. A table of its own: it begins empty, so its indexes take no time to build and
-- posts aren't locked or rewritten.
create table post_search (
  post_id uuid primary key references posts,
  creator_id uuid not null,
  published_at timestamptz not null,
  title text,
  -- Of title and teaser, which everyone may read.
  open_words tsvector not null,
  -- The post's text as well: asked only about posts that the viewer may read.
  all_words tsvector not null
);
create index post_search_open on post_search using gin (open_words);
create index post_search_all on post_search using gin (all_words);
create index post_search_newest on post_search (published_at desc, post_id desc);
create index post_search_of_page on post_search (creator_id, published_at desc, post_id desc);

-- Posts from this one on are in post_search; a job works its way back to the oldest.
create table post_search_filled (
  is_only boolean primary key default true check (is_only),
  from_id uuid not null
);
insert into post_search_filled (from_id) values ('ffffffff-ffff-ffff-ffff-ffffffffffff');

-- `simple`: pages are written in many languages. Its parser skips tags.
create function keep_post_search(p posts) returns void language sql as $$
  insert into post_search (post_id, creator_id, published_at, title, open_words, all_words)
    select p.id, p.creator_id, p.published_at, p.title, words.open,
      words.open || setweight(to_tsvector('simple', p.html), 'D')
    from (select setweight(to_tsvector('simple', coalesce(p.title, '')), 'A')
      || setweight(to_tsvector('simple', coalesce(p.teaser, '')), 'B') as open) words
    where post_is_published(p)
  on conflict (post_id) do update set published_at = excluded.published_at, title = excluded.title,
    open_words = excluded.open_words, all_words = excluded.all_words;
  delete from post_search where post_id = p.id and not post_is_published(p);
$$;

-- Whatever writes a post keeps its words: a text that was erased or taken down is found nowhere.
create function keep_post_search_of_row() returns trigger language plpgsql as $$
begin
  perform keep_post_search(new);
  return null;
end $$;
create trigger keep_post_search
  after insert or update of title, teaser, html, state, published_at, deleted_at, waits_for_media on posts
  for each row execute function keep_post_search_of_row();
