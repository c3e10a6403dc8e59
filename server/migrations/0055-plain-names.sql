-- What is encrypted is called so; a seal is one link of the ledger's chain.
alter table payout_details rename column sealed to encrypted_details;
alter table payouts rename column sealed_details to encrypted_details;

-- The newest seal of each day, published outside the database.
alter table told_seals rename to published_seals;
alter table published_seals rename column told_at to published_at;
alter table published_seals rename constraint told_seals_pkey to published_seals_pkey;
alter trigger told_seals_append_only on published_seals rename to published_seals_append_only;
alter trigger told_seals_no_truncate on published_seals rename to published_seals_no_truncate;
alter function told_seals_refuse_change() rename to published_seals_refuse_change;
create or replace function published_seals_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published seal stays: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
