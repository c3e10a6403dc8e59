-- Until when each reconciler has asked the provider for everything, so that whoever was away for a week asks for a week.
create table reconciled_until (
  name text primary key,
  until timestamptz not null
);
