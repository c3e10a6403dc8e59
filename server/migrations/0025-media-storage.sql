-- What a medium takes in the store: its original, while that is kept, and everything made of it. Summed by owner at each
-- upload, so it is kept up to date here, whoever writes renditions.
alter table media add column renditions_bytes bigint not null default 0;
update media m set renditions_bytes = coalesce((select sum(size_bytes) from media_renditions where media_id = m.id), 0);
alter table media add column stored_bytes bigint generated always as
  (renditions_bytes + case when original_key is null then 0 else coalesce(size_bytes, 0) end) stored;

create function media_count_renditions() returns trigger language plpgsql as $$
begin
  update media set renditions_bytes = renditions_bytes
      + case when tg_op = 'DELETE' then 0 else new.size_bytes end
      - case when tg_op = 'INSERT' then 0 else old.size_bytes end
    where id = case when tg_op = 'DELETE' then old.media_id else new.media_id end;
  return null;
end $$;
create trigger media_renditions_count after insert or delete or update of size_bytes on media_renditions
  for each row execute function media_count_renditions();

-- The sum is read from the index alone.
drop index media_owner_id;
create index media_owner_id on media (owner_id) include (stored_bytes);
