import type { PayoutMethod } from '#contract/payouts/details.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** What was left of a closed page's balance; amounts in cents. */
export interface ClosedBalanceRow {
  id: string
  creatorId: string
  kind: 'unclaimed' | 'loss'
  currency: string
  amountCents: number
}

const columns = sql`b.id, b.creator_id as "creatorId", b.kind, b.currency, b.amount_cents as "amountCents"`

/**
 * Closed pages with a balance other than zero that is at rest: no payment is within the refund window, no payout is
 * under way. At most 500.
 */
export async function listUnsettledCreatorIds(
  db: Db,
  { currency, pendingSince }: { currency: string; pendingSince: Date },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select x.creator_id as id from page_closings x
      where x.settled_at is not null
        and not exists (select from payouts p
          where p.creator_id = x.creator_id and p.status in ('requested', 'approved', 'sent'))
        and not exists (select from payments p where p.creator_id = x.creator_id and p.captured_at > ${pendingSince})
        and (select coalesce(sum(e.amount_minor), 0) from ledger_entries e where e.account = 'creator_balance'
          and e.creator_id = x.creator_id and e.currency = ${currency}) <> 0
      order by x.creator_id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** A creator's whole balance, in cents. Call with the creator locked. */
export async function getWholeBalance(db: Db, creatorId: string, currency: string): Promise<number> {
  const { cents } = await one(
    db,
    sql<{ cents: number }>`select coalesce(-sum(amount_minor), 0)::bigint as cents from ledger_entries
      where account = 'creator_balance' and creator_id = ${creatorId} and currency = ${currency}`,
  )
  return cents
}

export async function insertClosedBalance(db: Db, row: ClosedBalanceRow & { bookedAt: Date }): Promise<void> {
  await run(
    db,
    sql`insert into closed_balances (id, creator_id, kind, currency, amount_cents, booked_at)
      values (${row.id}, ${row.creatorId}, ${row.kind}, ${row.currency}, ${row.amountCents}, ${row.bookedAt})`,
  )
}

/** A creator's balance that waits to be paid out, locked. */
export function lockUnclaimedOf(
  db: Db,
  creatorId: string,
  currency: string,
): Promise<ClosedBalanceRow | null> {
  return maybeOne(
    db,
    sql<ClosedBalanceRow>`select ${columns} from closed_balances b where b.creator_id = ${creatorId}
      and b.currency = ${currency} and b.kind = 'unclaimed' and b.status = 'open' for update`,
  )
}

export function lockUnclaimed(db: Db, id: string): Promise<ClosedBalanceRow | null> {
  return maybeOne(
    db,
    sql<ClosedBalanceRow>`select ${columns} from closed_balances b
      where b.id = ${id} and b.kind = 'unclaimed' and b.status = 'open' for update`,
  )
}

export async function settleUnclaimed(
  db: Db,
  id: string,
  settled: { status: 'paid' | 'returned'; bankReference: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update closed_balances set status = ${settled.status}, settled_at = ${settled.now},
        bank_reference = ${settled.bankReference} where id = ${id}`,
  )
}

/** A balance that waits to be paid out, oldest first, with the creator's payout details; null if there are none. */
export interface UnclaimedForOperator extends ClosedBalanceRow {
  bookedAt: Date
  method: PayoutMethod | null
  encrypted: Buffer | null
}

export function listUnclaimed(db: Db): Promise<UnclaimedForOperator[]> {
  return many(
    db,
    sql<UnclaimedForOperator>`select ${columns}, b.booked_at as "bookedAt", d.method, d.encrypted_details as encrypted
      from closed_balances b left join payout_details d on d.creator_id = b.creator_id
      where b.kind = 'unclaimed' and b.status = 'open' order by b.booked_at, b.id`,
  )
}

/** What closed pages have cost the platform, in cents, and how many they were. */
export function getClosingLosses(
  db: Db,
  currency: string,
): Promise<{ creatorCount: number; amountCents: number }> {
  return one(
    db,
    sql<{
      creatorCount: number
      amountCents: number
    }>`select count(distinct creator_id)::integer as "creatorCount",
        coalesce(sum(amount_cents), 0)::bigint as "amountCents"
      from closed_balances where kind = 'loss' and currency = ${currency}`,
  )
}

/**
 * Erases the payout details of closed pages, also in payouts, once nothing is left to pay there or it has waited since
 * before then.
 */
export async function eraseSpentDetails(db: Db, waitingSince: Date): Promise<void> {
  const isSpent = sql`x.settled_at is not null
    and not exists (select from payouts p
      where p.creator_id = x.creator_id and p.status in ('requested', 'approved', 'sent'))
    and not exists (select from closed_balances b where b.creator_id = x.creator_id and b.kind = 'unclaimed'
      and b.status = 'open' and b.booked_at > ${waitingSince})
    and (select coalesce(sum(e.amount_minor), 0) from ledger_entries e
      where e.account = 'creator_balance' and e.creator_id = x.creator_id) = 0`
  await run(
    db,
    sql`delete from payout_details d using page_closings x where x.creator_id = d.creator_id and ${isSpent}`,
  )
  await run(
    db,
    sql`update payouts po set encrypted_details = '', details_hint = '' from page_closings x
      where x.creator_id = po.creator_id and length(po.encrypted_details) > 0 and ${isSpent}`,
  )
}
