const pick = (table: string, condition = 'true') =>
  `(select ctid from ${table} where ${condition} order by ctid limit 1)`
/** What the owner of the database can do first, for the rest of a transaction: no trigger and no check on bookings is in the way. */
export const UNGUARDED = [
  'set local session_replication_role = replica',
  'alter table ledger_transactions drop constraint if exists ledger_transactions_id_has_its_moment',
] as const

/** A subquery: the first charge in the books. */
export const A_CHARGE = `(select id from ledger_transactions where reference like 'charge:%' order by id limit 1)`

/** Takes bookings away with their seals and entries, so that nothing points at them, and what else `also` says. */
const withoutBookings = (found: string, also = '') => `with gone as (${found}),
      seal as (delete from ledger_chain where transaction_id in (select id from gone)),
      lines as (delete from ledger_entries where transaction_id in (select id from gone))${also}
    delete from ledger_transactions where id in (select id from gone)`

/** What a clumsy or malicious person with full rights could do to the tables: each a statement the audit has to notice. */
export const CORRUPTIONS: Record<string, string> = {
  'one cent more for a creator': `update ledger_entries set amount_minor = amount_minor - 1
    where ctid = ${pick('ledger_entries', "account = 'creator_balance'")}`,
  'a cent moved from the platform to a creator': `update ledger_entries set amount_minor = amount_minor
      + case account when 'platform_fees' then 1 when 'creator_balance' then -1 else 0 end
    where transaction_id = ${A_CHARGE}`,
  'an entry that is gone': `delete from ledger_entries where ctid = ${pick('ledger_entries')}`,
  'a whole transaction that is gone, its seal too': withoutBookings(`select ${A_CHARGE} as id`),
  'the last transaction and its seal gone': withoutBookings(
    'select transaction_id as id from ledger_chain order by position desc limit 1',
  ),
  'an entry twice': `insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
    select transaction_id, account, creator_id, currency, amount_minor from ledger_entries limit 1`,
  'a balanced pair slipped into an old transaction': `insert into ledger_entries
      (transaction_id, account, currency, amount_minor)
    select ${A_CHARGE}, account, 'USD', amount from (values ('bank', 5), ('platform_fees', -5)) v (account, amount)`,
  'money booked to another creator': `update ledger_entries set creator_id = (
      select id from creators where id <> ledger_entries.creator_id limit 1)
    where ctid = ${pick('ledger_entries', 'creator_id is not null')}`,
  'another currency': `update ledger_entries set currency = 'EUR' where transaction_id = ${A_CHARGE}`,
  'another account': `update ledger_entries set account = 'bank'
    where ctid = ${pick('ledger_entries', "account = 'platform_fees'")}`,
  'another reference': `update ledger_transactions set reference = reference || 'x' where id = ${A_CHARGE}`,
  'another moment': `update ledger_transactions set occurred_at = occurred_at + interval '1 second' where id = ${A_CHARGE}`,
  'a transaction with nothing behind it': `with made as (insert into ledger_transactions (id, reference, occurred_at)
      values (gen_random_uuid(), 'charge:pay_invented', now()) returning id)
    insert into ledger_entries (transaction_id, account, currency, amount_minor)
    select made.id, account, 'USD', amount from made, (values ('bank', 5), ('platform_fees', -5)) v (account, amount)`,
  'a seal that was forged': `update ledger_chain set hash = sha256('forged') where position = 2`,
  'a seal that is gone': `delete from ledger_chain where position = 3`,
  'a seal that has been waited for since two minutes': `with gone as (delete from ledger_chain
      where position = (select max(position) from ledger_chain) returning transaction_id)
    insert into ledger_unsealed (transaction_id, since)
      select transaction_id, clock_timestamp() - interval '2 minutes' from gone`,
  'a seal that nobody waits for': `delete from ledger_chain where position = (select max(position) from ledger_chain)`,
  'a receipt that has been waited for since two minutes': `with gone as (delete from receipts
      where number = (select max(number) from receipts) returning payment_id)
    insert into receipts_waiting (payment_id, since)
      select payment_id, clock_timestamp() - interval '2 minutes' from gone`,
  'a payment that is gone': `delete from payments where ctid = ${pick('payments')}`,
  'a payment with another amount': `update payments set amount_cents = amount_cents + 100,
      net_cents = net_cents + 100 where ctid = ${pick('payments')}`,
  'a fee that moved': `update payments set fee_cents = fee_cents - 10, net_cents = net_cents + 10
    where ctid = ${pick('payments')}`,
  'a payment captured eight days earlier': `update payments set captured_at = captured_at - interval '8 days'
    where ctid = ${pick('payments')}`,
  'a payment captured a millisecond later': `update payments set captured_at = captured_at + interval '1 millisecond'
    where ctid = ${pick('payments')}`,
  'a payment of another interval': `update payments set interval = case interval when 'yearly' then 'monthly' else 'yearly' end
    where ctid = ${pick('payments')}`,
  'a payment that paid for a day more': `update payments set period_until = period_until + interval '1 day'
    where ctid = ${pick('payments')}`,
  'a payment that paid from a day before': `update payments set period_from = period_from - interval '1 day'
    where ctid = ${pick('payments')}`,
  'a payment that carried a cent': `update payments set carried_cents = carried_cents + 1 where ctid = ${pick('payments')}`,
  'a payment called an upgrade': `update payments set kind = 'proration' where ctid = ${pick('payments', "kind = 'period'")}`,
  'a payment of another member': `update payments set member_id = (select id from users where id <> payments.member_id limit 1)
    where ctid = ${pick('payments')}`,
  'a payment called not owed': `insert into overpayments select id from payments where ctid = ${pick('payments', 'id not in (select payment_id from overpayments)')}`,
  'a refund decided a day earlier': `update refunds set decided_at = decided_at - interval '1 day'
    where ctid = ${pick('refunds', 'decided_at is not null')}`,
  'a payout requested a day earlier': `update payouts set requested_at = requested_at - interval '1 day'
    where ctid = ${pick('payouts')}`,
  'a refund that is gone': `delete from refunds where ctid = ${pick('refunds')}`,
  'a refund called failed': `update refunds set status = 'failed' where ctid = ${pick('refunds')}`,
  'a refund set aside twice': `update payments set refunded_cents = refunded_cents + 1 where ctid = ${pick('payments')}`,
  'a membership that is open though all its money went back': `update subscriptions s
    set access_until = now() + interval '20 days' from payments p join refunds r on r.payment_id = p.id
    where p.subscription_id = s.id and r.status = 'processed' and r.amount_cents = p.amount_cents`,
  'a membership that ended though its refund failed': `update subscriptions s set access_until = now(),
      status = 'canceled' from payments p join refunds r on r.payment_id = p.id
    where p.subscription_id = s.id and r.status = 'failed'`,
  'a refund that took effect before the money left': `update refunds set effective_at = now() where status = 'failed'`,
  'a refund that never took effect': `update refunds set effective_at = null where status = 'processed'`,
  'a bank transfer that nobody made': `update refunds set rail = 'bank' where status = 'processed'`,
  'a lost dispute without its booking': withoutBookings(
    "select id from ledger_transactions where reference like 'dispute-lost:%'",
    `, called as (update disputes set status = 'open', settled_at = null)`,
  ),
  'a lost dispute that is gone with all that was booked of it': withoutBookings(
    "select id from ledger_transactions where reference like 'dispute%'",
    `, row as (delete from disputes)`,
  ),
  'a dispute that took a cent less, its bookings too': `with less as (update disputes
        set amount_cents = amount_cents - 1, net_cents = net_cents - 1 returning provider_dispute_id as id)
    update ledger_entries set amount_minor = amount_minor - sign(amount_minor)
    where account <> 'platform_fees' and transaction_id in (
      select t.id from ledger_transactions t, less where t.reference in ('dispute:' || less.id, 'dispute-lost:' || less.id))`,
  'a dispute called won': `update disputes set status = 'won'`,
  'what a dispute took a second time, forgotten with its booking': withoutBookings(
    "select id from ledger_transactions where reference like 'dispute-loss:%'",
    `, row as (delete from dispute_losses)`,
  ),
  'what a dispute took a second time, a cent less': `update dispute_losses set amount_cents = amount_cents - 1`,
  'a refund that left after a bank had taken the money': `update dispute_losses set lost_at = lost_at - interval '1 hour'`,
  'a refund set aside beside what a bank took': `update refunds set status = 'manual', rail = 'bank'
    where payment_id in (select payment_id from dispute_losses)`,
  'a cent that a dispute took later, of which nothing is booked': `insert into dispute_changes
      (id, provider_dispute_id, amount_cents, fee_cents, net_cents, of_loss, changed_at)
    select gen_random_uuid(), provider_dispute_id, 1, 0, 1, true, now() from dispute_losses limit 1`,
  'a day of a balance with a cent more': `update balance_days set amount_minor = amount_minor - 1 where ctid = ${pick('balance_days')}`,
  'a day with another fee': `update balance_days set fee_minor = fee_minor + 1 where ctid = ${pick('balance_days')}`,
  'a day whose charges brought more': `update balance_days set charged_minor = charged_minor - 1, charged_fee_minor = charged_fee_minor + 1
    where ctid = ${pick('balance_days')}`,
  'a day called paid out': `update balance_days set paid_out_minor = paid_out_minor + 100 where ctid = ${pick('balance_days')}`,
  'a day that is gone': `delete from balance_days where ctid = ${pick('balance_days')}`,
  'a receipt number that was skipped': `update receipts set number = number + 1
    where number = (select max(number) from receipts)`,
  'a payout of another amount': `update payouts set amount_cents = amount_cents - 100
    where ctid = ${pick('payouts')}`,
  'a payout twice': `insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details,
      details_hint, rail, batch_id, requested_at, approved_at, sent_at, settled_at)
    select gen_random_uuid(), creator_id, amount_cents, currency, 'paid', method, encrypted_details, details_hint,
      'bank_file', gen_random_uuid(), requested_at, approved_at, sent_at, settled_at
    from payouts where ctid = ${pick('payouts')}`,
  'a payout that is gone': `delete from payouts where ctid = ${pick('payouts')}`,
  'a payout to another creator': `update payouts set creator_id = (
      select id from creators where id <> payouts.creator_id limit 1) where ctid = ${pick('payouts')}`,
  'a payout called sent that nobody was asked for': `update payouts set status = 'sent', provider_payout_id = null,
      asked_at = null where ctid = ${pick('payouts', "status = 'paid' and rail = 'razorpayx'")}`,
  'a payout called paid that stands in no bank file': `update payouts set batch_id = null
    where ctid = ${pick('payouts', "rail = 'bank_file'")}`,
  'a payout moved to the bank file after the provider made it': `update payouts set rail = 'bank_file',
      provider_payout_id = null, batch_id = gen_random_uuid() where ctid = ${pick('payouts', "rail = 'razorpayx'")}`,
  'a payout with another id at the provider': `update payouts set provider_payout_id = 'pout_00000000000000'
    where ctid = ${pick('payouts', "rail = 'razorpayx'")}`,
  'rupees other than those that were sent': `update payouts set rail_amount_minor = rail_amount_minor - 1
    where ctid = ${pick('payouts', "rail = 'razorpayx'")}`,
  'what a payout cost, smaller, its booking too': `with less as (update payouts
      set rail_fee_minor = rail_fee_minor - 1 where ctid = ${pick('payouts', "status = 'paid' and rail = 'razorpayx'")}
      returning id)
    update ledger_entries set amount_minor = amount_minor - sign(amount_minor) where transaction_id = (
      select id from ledger_transactions where reference = 'payout-fee:' || (select id from less))`,
  'what a payout cost, forgotten': `update payouts set rail_fee_minor = null
    where ctid = ${pick('payouts', "status = 'paid' and rail = 'razorpayx'")}`,
  'a reversal that was forgotten': `with gone as (select id from ledger_transactions where reference like 'payout-reversed:%'),
      seal as (delete from ledger_chain where transaction_id in (select id from gone)),
      lines as (delete from ledger_entries where transaction_id in (select id from gone)),
      called as (update payouts set status = 'paid' where status = 'reversed')
    delete from ledger_transactions where id in (select id from gone)`,
  'a provider fee that is smaller, its booking too': `with less as (update payments
      set provider_fee_minor = provider_fee_minor - 1 where ctid = ${pick('payments')} returning provider_payment_id)
    update ledger_entries set amount_minor = amount_minor - sign(amount_minor) where transaction_id = (
      select id from ledger_transactions where reference = 'provider-fee:' || (select provider_payment_id from less))`,
  'a cent more of worth in a membership': `update subscriptions set period_worth_cents = period_worth_cents + 1
    where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'a period that began later than it was paid for': `update subscriptions
    set period_from = period_from + interval '1 hour' where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'a day of access more than what was paid for': `update subscriptions
    set access_until = access_until + interval '1 day' where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'an amount that waits and could have been charged': `update subscriptions set carried_cents = 50
    where ctid = ${pick('subscriptions', "status = 'active'")}`,
  'a membership that ended before the time its payment was for': `update subscriptions
      set status = 'canceled', access_until = '2020-01-01', ended_at = '2020-01-01' where status = 'active'`,
  'an attempt closed here that the provider still takes money for': `update subscriptions set status = 'expired'
    where status = 'pending'`,
  'an order whose end was moved': `update subscriptions set order_expires_at = order_expires_at + interval '1 day'
    where status = 'pending'`,
  'a provider fee that was forgotten': `update payments set provider_fee_minor = null where ctid = ${pick('payments')}`,
}
