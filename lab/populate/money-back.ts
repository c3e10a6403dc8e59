import { daysAgo, idOf, type Shape } from './shape.ts'
import type { Writer } from './writer.ts'

/* What was given back to members, and what went to creators: booked as the product books it, which the audit proves. */

/** SQL, of a charge: the first one of a membership that went on, given back; of so many memberships one. */
const REFUNDED_EVERY = 25
export const IS_REFUNDED = `(n = 1 and charges > 1 and i % ${REFUNDED_EVERY} = 0)`
/** How soon after the charge, and how long the provider took. */
const DECIDED = `from_at + interval '3 days'`
const PROCESSED = `from_at + interval '6 days'`

/** Charges older than this are paid out. */
const PAID_OUT_DAYS = 60
/** Of each currency, in cents: smaller balances wait. */
const PAYOUT_MIN_CENTS = 50_000

const REFUND_ID = idOf('refund', 'charge', DECIDED)
const BOOKED_ID = idOf('transaction', '(1::bigint << 44) + charge', DECIDED)
const SENT_ID = idOf('transaction', '(1::bigint << 45) + charge', DECIDED)

/** Of the batch whose charges are in `populate_charges`. */
export async function writeRefunds({ run }: Writer): Promise<void> {
  const refunded = '(select * from populate_charges where is_refunded) c'
  await run(`insert into refunds (id, payment_id, creator_id, status, origin, decided_by, reason, amount_cents, fee_cents, net_cents,
      provider_refund_id, rail, asked_at, requested_at, decided_at, sent_at, effective_at, settled_at)
    select ${REFUND_ID}, payment_id, creator_id, 'processed', 'member', 'creator', 'By mistake', amount_cents,
      fee_cents, amount_cents - fee_cents, 'rfnd_' || lpad(to_hex(charge), 14, '0'), 'provider', ${DECIDED}, ${DECIDED},
      ${DECIDED}, ${DECIDED}, ${DECIDED}, ${PROCESSED}
    from ${refunded}`)
  await run(`insert into ledger_transactions (id, reference, takes_back, occurred_at)
    select booked.*, 'charge:' || provider_id, ${DECIDED} from ${refunded},
      lateral (values (${BOOKED_ID}, 'refund:' || ${REFUND_ID}), (${SENT_ID}, 'refund-sent:' || ${REFUND_ID})) booked`)
  await run(`insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
    select booked.id, account, creator, currency, minor from ${refunded}, lateral (values
      (${BOOKED_ID}, 'platform_fees', null::uuid, fee_cents),
      (${BOOKED_ID}, 'creator_balance', creator_id, amount_cents - fee_cents),
      (${BOOKED_ID}, 'refunds_payable', null, -amount_cents),
      (${SENT_ID}, 'refunds_payable', null, amount_cents),
      (${SENT_ID}, 'provider_clearing', null, -amount_cents)
    ) booked (id, account, creator, minor)`)
}

/** One to each page whose charges of long ago come to enough, by the bank's file. */
export async function writePayouts({ run }: Writer, shape: Shape): Promise<void> {
  const [requested, paid] = [PAID_OUT_DAYS, PAID_OUT_DAYS - 3].map((days) => daysAgo(shape, String(days)))
  await run(`create temp table populate_payouts on commit drop as
    select ${idOf('payout', 'number', String(requested))} as id, p.*, ${idOf('transaction', '(1::bigint << 46) + number', String(requested))} as left_id,
      ${idOf('transaction', '(1::bigint << 47) + number', String(paid))} as paid_id
    from (select page.number, page.id as creator_id, payments.currency, sum(net_cents - case when refunded_cents > 0 then net_cents
          else 0 end)::bigint as cents
        from payments join populate_pages page on page.id = payments.creator_id
        where captured_at < ${requested} group by 1, 2, 3) p
    where cents >= ${PAYOUT_MIN_CENTS}`)
  await run(`insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details, details_hint, rail,
      batch_id, bank_reference, requested_at, approved_at, sent_at, settled_at)
    select id, creator_id, cents, currency, 'paid', 'bank', '', '•••• 1234', 'bank_file', ${idOf('payout', '0', String(requested))},
      'N' || number, ${requested}, ${requested}, ${requested}, ${paid} from populate_payouts`)
  await run(`insert into ledger_transactions (id, reference, occurred_at)
    select booked.* from populate_payouts, lateral (values (left_id, 'payout:' || id, ${requested}),
      (paid_id, 'payout-paid:' || id, ${paid})) booked`)
  await run(`insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor)
    select booked.id, account, creator, currency, minor from populate_payouts p, lateral (values
      (left_id, 'creator_balance', creator_id, cents), (left_id, 'payouts_in_transit', null::uuid, -cents),
      (paid_id, 'payouts_in_transit', null, cents), (paid_id, 'bank', null, -cents)
    ) booked (id, account, creator, minor)`)
}
