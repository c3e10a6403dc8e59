import type { Currency } from '#contract/money.ts'
import type { PayoutMethod } from '#contract/payouts/details.ts'
import type { PayoutStatus } from '#contract/payouts/routes.ts'
import { isSuspendedOwnerSql } from '#server/domains/accounts/service.ts'
import { isHeldByStaffSql } from '#server/domains/payouts/service.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

export type PayoutQueue = 'waiting' | 'held' | 'sent' | 'settled'

export interface PayoutLineRow {
  id: string
  creatorId: string
  ownerId: string
  pageName: string
  handle: string
  amountCents: number
  currency: Currency
  status: PayoutStatus
  waitsFor: 'approval' | 'details' | 'suspension' | 'staff' | null
  method: PayoutMethod
  hint: string
  requestedAt: Date
  settledAt: Date | null
  failureReason: string
  heldAt: Date | null
  heldUntil: Date | null
  holdReason: string | null
  heldBy: string | null
  isReleaseAsked: boolean
}

function payouts(now: Date) {
  return sql`select p.id, p.creator_id as "creatorId", c.user_id as "ownerId", c.page_name as "pageName", c.handle,
      p.amount_cents as "amountCents", p.currency, p.status, p.method, p.details_hint as hint,
      case when p.status <> 'requested' then null when h.id is not null then 'staff'
        when ${isSuspendedOwnerSql} then 'suspension'
        when exists (select from payout_details d where d.creator_id = p.creator_id and d.held_until > ${now})
          then 'details' else 'approval' end as "waitsFor",
      p.requested_at as "requestedAt", p.settled_at as "settledAt", p.failure_reason as "failureReason",
      h.held_at as "heldAt", h.until_at as "heldUntil", h.reason as "holdReason",
      coalesce((select u.name from users u
        where u.id = case when h.held_by ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then h.held_by::uuid end), h.held_by) as "heldBy",
      exists (select from approvals a where a.action = 'payout-release' and a.subject_id = p.id and a.outcome is null
        and a.expires_at > ${now}) as "isReleaseAsked"
    from payouts p join creators c on c.id = p.creator_id
      left join lateral (select * from payout_holds where payout_id = p.id and released_at is null
        and until_at > ${now} order by id desc limit 1) h on p.status = 'requested'`
}

function inQueue(queue: PayoutQueue, now: Date) {
  if (queue === 'waiting') return sql`p.status in ('requested', 'approved')`
  if (queue === 'held') return sql`p.status = 'requested' and ${isHeldByStaffSql(now)}`
  return queue === 'sent' ? sql`p.status = 'sent'` : sql`p.status in ('paid', 'failed', 'reversed')`
}

/** Payouts of one queue, or of one page, the newest first. */
export function listPayouts(
  db: Db,
  filter: {
    queue: PayoutQueue | null
    creatorId: string | null
    now: Date
    beforeId: string | null
    limit: number
  },
): Promise<PayoutLineRow[]> {
  const { queue, creatorId, now, beforeId, limit } = filter
  const conditions = [
    sql`true`,
    ...(queue === null ? [] : [inQueue(queue, now)]),
    ...(creatorId === null ? [] : [sql`p.creator_id = ${creatorId}`]),
    ...(beforeId === null ? [] : [sql`p.id < ${beforeId}`]),
  ]
  return many(
    db,
    sql<PayoutLineRow>`${payouts(now)} where ${sql.join(conditions, sql` and `)} order by p.id desc limit ${limit}`,
  )
}

export function findPayoutLine(db: Db, id: string, now: Date): Promise<PayoutLineRow | null> {
  return maybeOne(db, sql<PayoutLineRow>`${payouts(now)} where p.id = ${id}`)
}
