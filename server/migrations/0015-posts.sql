create table posts (
  -- UUIDv7: also the order of publishing.
  id uuid primary key,
  creator_id uuid not null references creators,
  -- The editor's own format, to edit the post again; null when it was sent as HTML.
  blocks jsonb,
  -- Rendered by us and sanitised.
  html text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- A video at one of the providers we frame.
  video_link text,
  -- Its medium cannot be played yet; until then only its creator sees the post.
  waits_for_media boolean not null default false,
  -- Which version of the cleaner html and excerpt_html have been through; 0: none.
  cleaner_version smallint not null default 0,
  -- What lists carry of a long post; null: the post is short, and lists carry all of it.
  excerpt_html text,
  -- Characters of html, so that lists need not read it; null while cleaner_version is 0.
  html_length integer,
  audience_id uuid references audiences not null,
  title text,
  state text not null default 'published',
  -- When it went out; its place among the others.
  published_at timestamptz,
  -- The last part of its address; null: its id is. Made from the title when it is first published, and kept.
  slug text,
  -- What its creator tells people who can't read it.
  teaser text,
  -- A picture that everyone may see.
  cover_id uuid references media on delete set null,
  -- When something else was last published in it; null: it is as it was first published.
  edited_at timestamptz,
  -- When it was pinned to the top of its page; null: it isn't.
  pinned_at timestamptz,
  -- Counts what was saved and published, so that two windows can't overwrite each other.
  draft_revision integer not null default 0,
  -- When its creator last worked on it; null: not since it was published.
  saved_at timestamptz,
  -- Scheduled: when it goes out.
  publish_at timestamptz,
  -- Members who want mails get one when it goes out.
  is_mailed boolean not null default true,
  -- Deleted, and can be brought back until then; null: not, or not any more.
  restorable_until timestamptz,
  -- The creator's own number for beginning it: sent twice, it is one draft.
  client_key uuid,
  -- A creator may draw a line in a post: who may not read it reads what is above. Kept apart from the text, so that no
  -- query that shows it ever holds the rest.
  open_html text,
  -- null: it is short, and lists carry all of it.
  open_excerpt_html text,
  -- Who may comment on a post; null: whoever its page lets.
  comments_from text,
  comments_audience_id uuid references audiences,
  -- A post that the operator took out of sight; its owner still sees it, and can't bring it back.
  withheld_at timestamptz,
  constraint posts_title_check check (length(title) between 1 and 150),
  constraint posts_state_check check (state in ('draft', 'scheduled', 'published', 'hidden')),
  constraint published_posts_have_time check (state <> 'published' or published_at is not null),
  constraint posts_slug_check check (length(slug) between 1 and 80),
  constraint posts_teaser_check check (length(teaser) between 1 and 300),
  constraint posts_comments_from_check
    check (comments_from in ('readers', 'followers', 'members', 'plans', 'nobody'))
);
create index posts_cleaner_version on posts (cleaner_version, id);
create index posts_of_creator on posts (creator_id, published_at desc, id desc)
  where deleted_at is null and state = 'published';
create index posts_newest on posts (published_at desc, id desc)
  where deleted_at is null and state = 'published';
create index posts_own
  on posts (creator_id, coalesce(saved_at, published_at, created_at) desc, id desc) include (state)
  where deleted_at is null;
create index posts_of_audience on posts (audience_id, published_at desc, id desc)
  where deleted_at is null and state = 'published';
create unique index posts_slug on posts (creator_id, slug) where slug is not null;
create unique index posts_cover_id on posts (cover_id) where cover_id is not null;
create index posts_pinned on posts (creator_id, pinned_at) where pinned_at is not null;
create index posts_due on posts (publish_at)
  where state = 'scheduled' and deleted_at is null;
create index posts_restorable on posts (restorable_until)
  where restorable_until is not null;
create unique index posts_client_key on posts (creator_id, client_key)
  where client_key is not null;
-- Deleted ones and drafts too: for the erasure of an account.
create index posts_all_of_creator on posts (creator_id);
create index posts_unpublished
  on posts (creator_id, coalesce(saved_at, published_at, created_at) desc, id desc)
  where deleted_at is null and (state <> 'published' or waits_for_media or withheld_at is not null);
create index posts_own_of_audience
  on posts (audience_id, coalesce(saved_at, published_at, created_at) desc, id desc) where deleted_at is null;

-- A member saw a post that is not free. Says how much of a membership was used, when a refund is asked for.
create table post_openings (
  post_id uuid not null references posts,
  member_id uuid not null references users,
  opened_at timestamptz not null,
  -- The first time, beside the last: whether members open a post within a week.
  first_opened_at timestamptz,
  primary key (member_id, post_id)
);
create index post_openings_of_post on post_openings (post_id) include (first_opened_at, member_id);
create index post_openings_by_time on post_openings (first_opened_at);

-- Pictures and players of a post, in the order they are shown.
create table post_media (
  post_id uuid not null references posts on delete cascade,
  media_id uuid not null unique references media on delete cascade,
  position smallint not null,
  -- It stands in the text, and not below it.
  is_placed boolean not null default false,
  -- It stands above the line.
  is_open boolean not null default false,
  primary key (post_id, position)
);

-- What is being written: a new post, or changes of one that is published.
create table post_drafts (
  post_id uuid primary key references posts on delete cascade,
  creator_id uuid not null references creators on delete cascade,
  title text check (length(title) between 1 and 150),
  blocks jsonb not null,
  -- The first 2,000 characters of its words.
  excerpt text not null,
  -- As on the wire; they become an audience when it is published.
  steps jsonb not null,
  video_link text,
  teaser text check (length(teaser) between 1 and 300),
  cover_id uuid references media on delete set null,
  is_mailed boolean not null
);
create index post_drafts_creator_id on post_drafts (creator_id);
create index post_drafts_cover_id on post_drafts (cover_id) where cover_id is not null;

-- Pictures and players of a draft that are not in the published post.
create table post_draft_media (
  post_id uuid not null references post_drafts on delete cascade,
  media_id uuid not null references media on delete cascade,
  position smallint not null,
  primary key (post_id, position)
);
create index post_draft_media_media_id on post_draft_media (media_id);

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

-- What is searched of published posts. A table of its own: posts are wide, and rewritten for other reasons.
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
create index post_search_open on post_search using gin (open_words) with (fastupdate = off);
create index post_search_all on post_search using gin (all_words) with (fastupdate = off);
create index post_search_newest on post_search (published_at desc, post_id desc);
create index post_search_of_page on post_search (creator_id, published_at desc, post_id desc);
-- index reads what it shares with one of them.
create index post_search_in_page
  on post_search using gin ((array_to_tsvector(array['in:' || creator_id::text]) || all_words)) with (fastupdate = off);

-- A link that shows one post to whoever has it.
create table preview_links (
  post_id uuid primary key references posts on delete cascade,
  -- SHA-256 of the secret in the link.
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  -- Addresses of a preview's pictures, players and files name the link they were given with: a new link is another one.
  id uuid not null default gen_random_uuid() unique
);

-- The files of a post, in the order they are listed.
create table post_files (
  post_id uuid not null references posts on delete cascade,
  media_id uuid not null unique references media on delete cascade,
  position smallint not null,
  -- Who may download it, of those who may read the post; null: all of them.
  audience_id uuid references audiences,
  -- By people who were signed in, each at most once an hour; not by the creator.
  downloads bigint not null default 0,
  primary key (post_id, position)
);
create index post_files_of_audience on post_files (audience_id, post_id)
  where audience_id is not null;

-- When a download by a member was last counted.
create table file_downloads (
  media_id uuid not null references media on delete cascade,
  member_id uuid not null references users,
  counted_at timestamptz not null,
  primary key (member_id, media_id)
);
create index file_downloads_media_id on file_downloads (media_id);

-- Files to download of a draft, each with the plans that it is for; none: whoever reads the post.
create table post_draft_files (
  post_id uuid not null references post_drafts on delete cascade,
  media_id uuid not null references media on delete cascade,
  position smallint not null,
  plan_ids uuid[] not null,
  primary key (post_id, position)
);
create index post_draft_files_media_id on post_draft_files (media_id);

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

-- Taken out of what is being written a while ago: undoing brings them back.
create table post_draft_removed_media (
  post_id uuid not null references post_drafts on delete cascade,
  media_id uuid not null references media on delete cascade,
  removed_at timestamptz not null,
  primary key (post_id, media_id)
);
create index post_draft_removed_media_media_id on post_draft_removed_media (media_id);

-- How many posts a page has of each state for each audience: rows alike add up, so that nobody who publishes waits for
-- another. Refers to nothing, since that would lock the page while a post is published.
create table post_counts (
  creator_id uuid not null,
  audience_id uuid not null,
  state text not null check (state in ('draft', 'scheduled', 'published', 'hidden')),
  -- Whether they count as published: `post_is_published`.
  is_out boolean not null,
  posts bigint not null
);
create index post_counts_of_page on post_counts (creator_id, audience_id, state, is_out) include (posts);

-- The one rule for which posts are published: asked by feeds, sitemaps, search, refunds, mails and exports alike. A post
-- whose video or audio isn't ready yet waits for it. Simple enough to be inlined, so that indexes serve it.
create function post_is_published(p posts) returns boolean language sql stable
  return p.deleted_at is null and p.state = 'published' and not p.waits_for_media and p.withheld_at is null;

-- It goes out as soon as its video or audio can be played; until then it is its creator's alone.
create function post_is_waiting(p posts) returns boolean language sql stable
  return p.deleted_at is null and p.state = 'published' and p.waits_for_media;

-- What is above the line is found by everyone, as title and teaser are.
create function keep_post_search(p posts) returns void language sql as $$
  insert into post_search (post_id, creator_id, published_at, title, open_words, all_words)
    select p.id, p.creator_id, p.published_at, p.title, words.open,
      words.open || setweight(to_tsvector('simple', p.html), 'D')
    from (select setweight(to_tsvector('simple', coalesce(p.title, '')), 'A')
      || setweight(to_tsvector('simple', coalesce(p.teaser, '')), 'B')
      || setweight(to_tsvector('simple', coalesce(p.open_html, '')), 'C') as open) words
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
  after insert or update of title, teaser, html, open_html, state, published_at, deleted_at, waits_for_media, withheld_at
  on posts for each row execute function keep_post_search_of_row();

-- Takes the rows that nobody else holds together in one.
create function post_counts_add(page uuid, audience uuid, as_state text, as_out boolean, added bigint) returns void
language sql as $$
  with taken as (
    delete from post_counts where ctid = any(array(
      select ctid from post_counts c where c.creator_id = page and c.audience_id = audience and c.state = as_state
        and c.is_out = as_out for update skip locked))
    returning posts
  )
  insert into post_counts (creator_id, audience_id, state, is_out, posts)
    select page, audience, as_state, as_out, added + coalesce(sum(posts), 0) from taken
    having added + coalesce(sum(posts), 0) <> 0
$$;

-- Of the rows that a statement changed; deleted posts count for nothing.
create function post_counts_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform post_counts_add(creator_id, audience_id, state, is_out, count(*)) from (
      select n.*, n.state = 'published' and not n.waits_for_media and n.withheld_at is null as is_out
        from new_posts n where n.deleted_at is null) added
      group by creator_id, audience_id, state, is_out;
  elsif tg_op = 'DELETE' then
    perform post_counts_add(creator_id, audience_id, state, is_out, -count(*)) from (
      select o.*, o.state = 'published' and not o.waits_for_media and o.withheld_at is null as is_out
        from old_posts o where o.deleted_at is null) gone
      group by creator_id, audience_id, state, is_out;
  else
    perform post_counts_add(creator_id, audience_id, state, is_out, sum(one)::bigint) from (
      select creator_id, audience_id, state,
          state = 'published' and not waits_for_media and withheld_at is null as is_out, 1 as one
        from new_posts where deleted_at is null
      union all
      select creator_id, audience_id, state,
          state = 'published' and not waits_for_media and withheld_at is null, -1
        from old_posts where deleted_at is null) changed
      group by creator_id, audience_id, state, is_out having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger post_counts_inserted after insert on posts referencing new table as new_posts
  for each statement execute function post_counts_keep();
create trigger post_counts_deleted after delete on posts referencing old table as old_posts
  for each statement execute function post_counts_keep();
create trigger post_counts_changed after update on posts referencing old table as old_posts new table as new_posts
  for each statement execute function post_counts_keep();
