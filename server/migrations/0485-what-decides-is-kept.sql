-- What decides when money is somebody's, and how much of it, stays as it was written, like the amounts themselves. A trigger
-- for certain columns looks only at what sets them, so other changes of a row cost nothing more.
create trigger payments_keep_purchase before update of plan_id, captured_at, created_at, kind, plan_version_id, interval,
  period_from, period_until, carried_cents on payments for each row execute function money_keep_columns(
  'plan_id', 'captured_at', 'created_at', 'kind', 'plan_version_id', 'interval', 'period_from', 'period_until',
  'carried_cents');

create trigger refunds_keep_request before update of origin, requested_at, retry_of on refunds
  for each row execute function money_keep_columns('origin', 'requested_at', 'retry_of');
create trigger refunds_keep_moments before update of decided_at, sent_at on refunds
  for each row execute function money_keep_filled('decided_at', 'sent_at');

create trigger disputes_keep_report before update of reason, opened_at, told_currency, told_amount_minor on disputes
  for each row execute function money_keep_columns('reason', 'opened_at', 'told_currency', 'told_amount_minor');

create trigger payouts_keep_request before update of method, requested_at on payouts
  for each row execute function money_keep_columns('method', 'requested_at');
create trigger payouts_keep_moments before update of sent_at, asked_at on payouts
  for each row execute function money_keep_filled('sent_at', 'asked_at');

create trigger settlement_items_keep_parts before update of dispute_id, tax_minor on settlement_items
  for each row execute function money_keep_columns('dispute_id', 'tax_minor');

-- Whose page it is, and who pays how much to whom.
create trigger creators_keep_owner before update of id, user_id, created_at, platform_plan_id on creators
  for each row execute function money_keep_columns('id', 'user_id', 'created_at', 'platform_plan_id');
create trigger subscriptions_keep_parties before update of id, member_id, creator_id, currency, created_at on subscriptions
  for each row execute function money_keep_columns('id', 'member_id', 'creator_id', 'currency', 'created_at');
create trigger platform_plans_keep_fee before update of id, fee_basis_points on platform_plans
  for each row execute function money_keep_columns('id', 'fee_basis_points');
create trigger plans_keep_page before update of id, creator_id, created_at on plans
  for each row execute function money_keep_columns('id', 'creator_id', 'created_at');

-- An order is what was quoted. What it replaced is written when it takes effect.
create trigger subscription_changes_keep_quote before update on subscription_changes
  for each row execute function money_keep_columns('id', 'subscription_id', 'kind', 'timing', 'plan_id', 'plan_version_id',
  'interval', 'price_cents', 'currency', 'charged_now_cents', 'credit_cents', 'carried_cents', 'starts_at', 'created_at',
  'quoted_status', 'quoted_plan_version_id', 'quoted_interval', 'quoted_access_until', 'quoted_cancel_at_period_end',
  'settled_by', 'quoted_at', 'period_from', 'period_worth_cents');
create trigger subscription_changes_keep_payment before update of payment_id on subscription_changes
  for each row execute function money_keep_filled('payment_id');

create trigger page_closings_keep_moment before update of creator_id, closed_at on page_closings
  for each row execute function money_keep_columns('creator_id', 'closed_at');
create trigger returned_memberships_keep_payment before update of payment_id, subscription_id on returned_memberships
  for each row execute function money_keep_columns('payment_id', 'subscription_id');
create trigger unused_time_returns_keep_return before update of payment_id, suspension_id, refund_id, returned_at
  on unused_time_returns
  for each row execute function money_keep_columns('payment_id', 'suspension_id', 'refund_id', 'returned_at');

do $$
declare kept text;
begin
  -- Written once, as a whole.
  foreach kept in array array['overpayments', 'plan_versions', 'provider_plans', 'plan_price_notices'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function money_keep_rows()',
      kept || '_append_only', kept);
  end loop;
  foreach kept in array array['platform_plans', 'subscription_changes', 'page_closings', 'unused_time_returns',
    'returned_memberships'] loop
    execute format('create trigger %I before delete on %I for each row execute function money_keep_rows()',
      kept || '_keep_rows', kept);
  end loop;
  foreach kept in array array['overpayments', 'plan_versions', 'provider_plans', 'plan_price_notices', 'platform_plans',
    'subscription_changes', 'page_closings', 'unused_time_returns', 'returned_memberships', 'settlements',
    'settlement_items'] loop
    execute format('create trigger %I before truncate on %I for each statement execute function money_keep_rows()',
      kept || '_keep_all_rows', kept);
  end loop;
end $$;
