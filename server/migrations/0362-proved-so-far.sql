-- How far the ledger is proved, night by night; once a week it begins anew. What was proved is summed up, so that the sums
-- of all days can be compared with the entries themselves.
create table ledger_proved (
  is_one boolean primary key default true check (is_one),
  position bigint not null default 0,
  -- The seal at that place: a chain that was written anew since has another one.
  hash bytea,
  begun_at timestamptz,
  -- Found since the last proof was noted.
  problems jsonb not null default '[]'
);
insert into ledger_proved default values;

create table ledger_proved_sums (
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (account, currency)
);
