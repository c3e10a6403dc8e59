-- Outside a transaction: built while media are written. Whether a page has anything to play.
create index concurrently if not exists media_played on media (owner_id) where kind in ('audio', 'video')
