-- Whose balance it concerns, as its payment says: a page's disputes are found without its payments, as its refunds are.
alter table disputes add column creator_id uuid;
create function disputes_know_page() returns trigger language plpgsql as $$
begin
  new.creator_id := (select creator_id from payments where id = new.payment_id);
  return new;
end $$;
create trigger disputes_know_page before insert on disputes for each row execute function disputes_know_page();
create trigger disputes_keep_page before update on disputes for each row execute function money_keep_filled('creator_id');
