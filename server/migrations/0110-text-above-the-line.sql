-- A creator may draw a line in a post: who may not read it reads what is above. Kept apart from the text, so that no
-- query that shows it ever holds the rest.
alter table posts
  add column open_html text,
  -- null: it is short, and lists carry all of it.
  add column open_excerpt_html text;

alter table post_media
  -- It stands in the text, and not below it.
  add column is_placed boolean not null default false,
  -- It stands above the line.
  add column is_open boolean not null default false;

-- Taken out of what is being written a while ago: undoing brings them back.
create table post_draft_removed_media (
  post_id uuid not null references post_drafts on delete cascade,
  media_id uuid not null references media on delete cascade,
  removed_at timestamptz not null,
  primary key (post_id, media_id)
);
create index post_draft_removed_media_media_id on post_draft_removed_media (media_id);

-- What is above the line is found by everyone, as title and teaser are.
create or replace function keep_post_search(p posts) returns void language sql as $$
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
drop trigger keep_post_search on posts;
create trigger keep_post_search
  after insert or update of title, teaser, html, open_html, state, published_at, deleted_at, waits_for_media on posts
  for each row execute function keep_post_search_of_row();
