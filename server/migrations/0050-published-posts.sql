-- The one rule for which posts are published: asked by feeds, sitemaps, search, refunds, mails and exports alike. A post
-- whose video or audio isn't ready yet waits for it. Simple enough to be inlined, so that indexes serve it.
create function post_is_published(p posts) returns boolean language sql stable
  return p.deleted_at is null and not p.waits_for_media;
