-- What was answered to a bank that asks a payment back. Answered once in each phase that the dispute goes through.
create table dispute_evidence (
  id uuid primary key,
  provider_dispute_id text not null references disputes,
  phase text not null,
  text text not null,
  -- refused: the provider didn't take it, for this reason; another answer may be given.
  state text not null check (state in ('queued', 'sent', 'refused')),
  refusal text not null default '',
  -- Who of the staff wrote it; null: a command beside the database did.
  given_by uuid references users,
  given_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'queued') = (settled_at is null))
);
create unique index dispute_evidence_once on dispute_evidence (provider_dispute_id, phase) where state <> 'refused';
create index dispute_evidence_dispute on dispute_evidence (provider_dispute_id, id);

-- The pictures of an answer; the provider's name for each, once it has them.
create table dispute_evidence_media (
  evidence_id uuid not null references dispute_evidence,
  position smallint not null,
  media_id uuid not null references media,
  provider_document_id text,
  primary key (evidence_id, position)
);
create unique index dispute_evidence_media_once on dispute_evidence_media (media_id);

-- The queue of the staff: those that wait, by the day an answer is due.
create index disputes_by_opening on disputes (opened_at desc, provider_dispute_id);
