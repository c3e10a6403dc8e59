import type { Currency } from '#contract/money.ts'
import type { PayoutMethod } from '#contract/payouts/details.ts'
import type { PayoutStatus } from '#contract/payouts/routes.ts'
import { isSuspendedOwnerSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import { isHeldByStaffSql } from './hold-queries.ts'

export interface PayoutRow {
  id: string
  creatorId: string
  amountCents: number
  currency: Currency
  status: PayoutStatus
  method: PayoutMethod
  encryptedDetails: Buffer
  hint: string
  rail: 'bank_file' | 'razorpayx' | null
  batchId: string | null
  providerPayoutId: string | null
  askedAt: Date | null
  railAmountMinor: number | null
  railCurrency: string | null
  /** What its money was worth in that currency by the rates at which it had come; null: it leaves as it came. */
  exchangedMinor: number | null
  /** What the provider keeps for it, in the currency it pays in; null if it hasn't said. */
  railFeeMinor: number | null
  bankReference: string
  failureReason: string
  requestedAt: Date
  sentAt: Date | null
  settledAt: Date | null
}

const columns = sql`p.id, p.creator_id as "creatorId", p.amount_cents as "amountCents", p.currency, p.status, p.method,
  p.encrypted_details as "encryptedDetails", p.details_hint as hint, p.rail, p.batch_id as "batchId",
  p.provider_payout_id as "providerPayoutId", p.asked_at as "askedAt",
  p.rail_amount_minor as "railAmountMinor", p.rail_currency as "railCurrency",
  p.exchanged_minor as "exchangedMinor", p.rail_fee_minor as "railFeeMinor", p.bank_reference as "bankReference",
  p.failure_reason as "failureReason", p.requested_at as "requestedAt", p.sent_at as "sentAt",
  p.settled_at as "settledAt"`

/** Nobody is paid who is suspended or whose payouts the operator holds, for a row called `p`. */
const isStoppedSql = sql`exists (select from creators c where c.id = p.creator_id
  and (c.payouts_held_until is not null or ${isSuspendedOwnerSql}))`

/** Whether a payout waits because its creator is suspended, or the operator holds it. */
export async function isStopped(db: Db, id: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select p.id from payouts p where p.id = ${id} and ${isStoppedSql}`,
  )
  return row !== null
}

/** A user's payouts that have not left. */
export async function listWaitingIdsOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select p.id from payouts p join creators c on c.id = p.creator_id
      where c.user_id = ${userId} and p.status in ('requested', 'approved') order by p.id`,
  )
  return rows.map(({ id }) => id)
}

export function findPayout(db: Db, id: string): Promise<PayoutRow | null> {
  return maybeOne(db, sql<PayoutRow>`select ${columns} from payouts p where p.id = ${id}`)
}

export function getPayout(db: Db, id: string): Promise<PayoutRow> {
  return one(db, sql<PayoutRow>`select ${columns} from payouts p where p.id = ${id}`)
}

/** Lock a payout before moving it. */
export function lockPayout(db: Db, id: string): Promise<PayoutRow | null> {
  return maybeOne(db, sql<PayoutRow>`select ${columns} from payouts p where p.id = ${id} for update`)
}

/** Whether it was written; false while another payout of the creator in this currency is open. */
export async function insertPayout(
  db: Db,
  payout: Pick<
    PayoutRow,
    'id' | 'creatorId' | 'amountCents' | 'currency' | 'method' | 'encryptedDetails' | 'hint'
  > & {
    requestedAt: Date
  },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`insert into payouts (id, creator_id, amount_cents, currency, status, method, encrypted_details,
        details_hint, requested_at)
      values (${payout.id}, ${payout.creatorId}, ${payout.amountCents}, ${payout.currency}, 'requested',
        ${payout.method}, ${payout.encryptedDetails}, ${payout.hint}, ${payout.requestedAt})
      on conflict (creator_id, currency) where status in ('requested', 'approved', 'sent') do nothing returning id`,
  )
  return row !== null
}

export function listPayoutsOfCreator(
  db: Db,
  creatorId: string,
  page: { beforeId: string | null; limit: number },
): Promise<PayoutRow[]> {
  return many(
    db,
    sql<PayoutRow>`select ${columns} from payouts p
      where p.creator_id = ${creatorId} and (${page.beforeId}::uuid is null or p.id < ${page.beforeId}::uuid)
      order by p.id desc limit ${page.limit}`,
  )
}

/** Payouts that wait for their details; at most one per currency. Call with the creator locked. */
export async function listRequestedPayoutIds(db: Db, creatorId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from payouts where creator_id = ${creatorId} and status = 'requested'`,
  )
  return rows.map(({ id }) => id)
}

/** Requested payouts that nothing holds any longer. */
export async function listApprovableIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select p.id from payouts p
      where p.status = 'requested' and not ${isStoppedSql} and not ${isHeldByStaffSql(now)} and not exists (
        select from payout_details d where d.creator_id = p.creator_id and d.held_until > ${now})
      order by p.id limit 500`,
  )
  return rows.map(({ id }) => id)
}

/** Approved payouts, locked; those another export has locked are left to it, and those of creators who are suspended, or
 * whose payouts are held, wait. */
export function lockApproved(db: Db): Promise<PayoutRow[]> {
  return many(
    db,
    sql<PayoutRow>`select ${columns} from payouts p where p.status = 'approved' and p.rail is null
        and not ${isStoppedSql} order by p.id
      for update skip locked`,
  )
}

export function listBatch(db: Db, batchId: string): Promise<PayoutRow[]> {
  return many(
    db,
    sql<PayoutRow>`select ${columns} from payouts p where p.batch_id = ${batchId} order by p.id`,
  )
}

export async function setApproved(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update payouts set status = 'approved', approved_at = ${now} where id = ${id}`)
}

/** An approved payout that has not left waits again. */
export async function takeBackApproval(db: Db, id: string): Promise<void> {
  await run(
    db,
    sql`update payouts set status = 'requested', approved_at = null
      where id = ${id} and status = 'approved' and rail is null`,
  )
}

/** Approved payouts of a creator that have not left wait again. */
export async function takeApprovalBack(db: Db, creatorId: string): Promise<void> {
  await run(
    db,
    sql`update payouts set status = 'requested', approved_at = null
      where creator_id = ${creatorId} and status = 'approved' and rail is null`,
  )
}

export async function setSent(
  db: Db,
  id: string,
  sent: { rail: 'bank_file' | 'razorpayx'; batchId: string | null; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update payouts set status = 'sent', rail = ${sent.rail}, batch_id = ${sent.batchId}, sent_at = ${sent.now}
      where id = ${id} and status = 'approved'`,
  )
}

export async function setSettled(
  db: Db,
  id: string,
  settled: { status: 'paid' | 'failed' | 'reversed'; bankReference: string; reason: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update payouts set status = ${settled.status}, settled_at = ${settled.now},
        bank_reference = case when ${settled.bankReference} = '' then bank_reference else ${settled.bankReference} end,
        failure_reason = ${settled.reason}
      where id = ${id}`,
  )
}

/** Records, once and before the provider is called, that it pays this one, and how much in its currency. */
export async function claimForProvider(
  db: Db,
  id: string,
  claim: { railAmountMinor: number; railCurrency: string; exchangedMinor: number | null; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update payouts set status = 'sent', rail = 'razorpayx', sent_at = ${claim.now}, asked_at = ${claim.now},
        rail_amount_minor = ${claim.railAmountMinor}, rail_currency = ${claim.railCurrency},
        exchanged_minor = ${claim.exchangedMinor}
      where id = ${id} and status = 'approved' and rail is null`,
  )
}

export async function setProviderPayout(db: Db, id: string, providerPayoutId: string): Promise<void> {
  await run(
    db,
    sql`update payouts set provider_payout_id = coalesce(provider_payout_id, ${providerPayoutId}) where id = ${id}`,
  )
}

/** Stores the provider's fee for a payout that arrived. False if it is already known. */
export async function setProviderPayoutFee(
  db: Db,
  id: string,
  fee: { feeMinor: number; taxMinor: number },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`update payouts set rail_fee_minor = ${fee.feeMinor}, rail_tax_minor = ${fee.taxMinor}
      where id = ${id} and status = 'paid' and rail_fee_minor is null returning id`,
  )
  return row !== null
}

/** Payouts with the provider and not settled, or arrived so recently that they may still come back. */
export async function listWatchedIds(db: Db, settledSince: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from payouts where rail = 'razorpayx' and status = 'sent'
      union all
      select id from payouts where rail = 'razorpayx' and status = 'paid' and settled_at > ${settledSince}
      order by id limit 500`,
  )
  return rows.map(({ id }) => id)
}
