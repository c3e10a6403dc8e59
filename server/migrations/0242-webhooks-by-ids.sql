-- Outside a transaction: built while webhooks are read and written.
create index concurrently if not exists provider_events_ids on provider_events using gin (provider_ids_in(body))
  where body <> ''
