-- Outside a transaction: built while movements are counted. Who came and went within days, without reading the rows.
create index concurrently if not exists mrr_movements_of_members on mrr_movements (creator_id, currency, day)
  include (member_id, kind) where kind in ('new', 'returned', 'lost')
