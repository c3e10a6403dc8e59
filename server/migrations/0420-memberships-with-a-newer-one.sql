-- Whether a member has paid for a newer membership of the page: lists and counts of members leave the earlier ones out
-- without looking for each member's other memberships. Kept here, whoever writes memberships.
alter table subscriptions add column has_newer boolean not null default false;

create function mark_earlier_memberships(given_member uuid, given_creator uuid) returns void language plpgsql as $$
begin
  -- Whoever pays for another of them at the same time is waited for, and seen by the statement after.
  perform from subscriptions where member_id = given_member and creator_id = given_creator order by id for no key update;
  update subscriptions s set has_newer = not s.has_newer
    where s.member_id = given_member and s.creator_id = given_creator
      and s.has_newer <> exists (select from subscriptions newer where newer.member_id = s.member_id
        and newer.creator_id = s.creator_id and newer.access_until is not null and newer.id > s.id);
end $$;

create function keep_earlier_memberships() returns trigger language plpgsql as $$
begin
  if exists (select from subscriptions s where s.member_id = new.member_id and s.creator_id = new.creator_id
      and s.id <> new.id) then
    perform mark_earlier_memberships(new.member_id, new.creator_id);
  end if;
  return null;
end $$;

create trigger subscriptions_keep_new after insert on subscriptions
  for each row when (new.access_until is not null) execute function keep_earlier_memberships();
create trigger subscriptions_keep_paid after update of access_until on subscriptions
  for each row when ((old.access_until is null) <> (new.access_until is null)) execute function keep_earlier_memberships();
