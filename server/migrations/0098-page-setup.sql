-- What a new page's list of first steps knows besides what the page has. Pages from before don't get the list.
alter table creators
  add column shared_at timestamptz,
  add column setup_hidden_at timestamptz default now();
alter table creators alter column setup_hidden_at drop default;
