-- Outside a transaction: built while payouts are written. Those that arrived, of which the provider is asked for a while.
create index concurrently if not exists payouts_arrived on payouts (settled_at) where rail = 'razorpayx' and status = 'paid';
