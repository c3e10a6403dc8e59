-- A creator's payments by plan, month and refund, for pages with hundreds of thousands of them.
create index payments_of_plan on payments (creator_id, plan_id, id desc);
create index payments_of_month on payments (creator_id, captured_at);
create index payments_refunded on payments (creator_id, id desc) where refunded_cents > 0;
