-- What the operator decided about a page for a time; null: nothing. Set with the decision, and emptied by a job at its end.
alter table creators
  add column unlisted_until timestamptz,
  add column labelled_until timestamptz,
  -- The page is for adults because of the label, and not by its owner's choice.
  add column adult_by_label boolean not null default false,
  add column posting_stopped_until timestamptz,
  add column joining_stopped_until timestamptz,
  add column payouts_held_until timestamptz;

alter table decisions
  -- The end of a measure that has one.
  add column until_at timestamptz,
  -- A hold of payouts goes on once, by somebody other than who decided it.
  add column extended_at timestamptz,
  add column extended_by text,
  add constraint decisions_extended_by_somebody_else check (extended_by <> decided_by) not valid,
  drop constraint decisions_measure_check,
  add constraint decisions_measure_check check (measure in ('none', 'label', 'hide', 'remove', 'unlist', 'stop_posting',
    'stop_joining', 'hold_payouts', 'suspend')) not valid,
  drop constraint decisions_lifted_because_check,
  add constraint decisions_lifted_because_check
    check (lifted_because in ('appeal', 'unanswered', 'fixed', 'moderator', 'over')) not valid;
