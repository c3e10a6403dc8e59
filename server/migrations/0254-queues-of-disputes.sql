-- The queues of the console, each in its order: waiting ones by the day an answer is due, settled ones by their day.
-- Without `concurrently`: banks ask about few payments.
create index disputes_waiting on disputes (coalesce(respond_by, 'infinity'::timestamptz), provider_dispute_id)
  where status = 'open';
create index disputes_settled on disputes (settled_at, provider_dispute_id);
create index fraud_suspicions_waiting
  on fraud_suspicions (coalesce(respond_by, 'infinity'::timestamptz), provider_dispute_id) where ended_at is null;
create index fraud_suspicions_settled on fraud_suspicions (ended_at, provider_dispute_id);
-- When the transparency reports begin.
create index cases_opened_at on cases (opened_at);
