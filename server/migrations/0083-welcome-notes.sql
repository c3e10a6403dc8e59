-- What a plan says to new members, and which one its page recommends.
alter table plans
  add column welcome_note text not null default '' check (length(welcome_note) <= 500),
  add column is_recommended boolean not null default false;
create unique index plans_recommended on plans (creator_id) where is_recommended and archived_at is null;
