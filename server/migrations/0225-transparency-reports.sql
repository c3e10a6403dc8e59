-- What was reported and decided in half a year, counted once it is over. Figures are exact here; nobody is shown a count
-- below five.
create table transparency_reports (
  -- Its first day: 1 January or 1 July.
  from_day date primary key,
  until_day date not null,
  made_at timestamptz not null,
  -- { "reports": { "spam": 12 }, … }
  figures jsonb not null
);
create index reports_reported_at on reports (reported_at);
create index appeals_appealed_at on appeals (appealed_at);
create index grievances_opened_at on grievances (opened_at);
