import type { Period, Terms } from '#contract/subscriptions/engine/membership.ts'
import type { QuotedState } from '#contract/subscriptions/engine/order.ts'
import type { ChangeKind, ChangePreview, ChangeTiming } from '#contract/subscriptions/engine/plan-change.ts'
import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/**
 * Why a change was given up: another wish replaced it, nobody paid it in time, or the membership it was quoted on has
 * changed.
 */
export type ClosingReason = 'replaced' | 'expired' | 'outdated'

/** A member's wish to continue under other terms, or to come back. Amounts in cents. */
export interface ChangeRow extends Terms {
  id: string
  subscriptionId: string
  kind: ChangeKind | 'reactivation'
  timing: ChangeTiming
  currency: string
  chargedNowCents: number
  creditCents: number
  /** What is owed once it takes effect, and added to the next charge. */
  carriedCents: number
  /** How the paid time is settled; null for a reactivation, which settles none. */
  settledBy: ChangePreview['settledBy'] | null
  /** The moment it was computed for. */
  quotedAt: Date
  /**
   * The period that is paid once it takes effect, which ends when the new price is first charged, and its worth in
   * cents.
   */
  periodFrom: Date | null
  periodWorthCents: number | null
  /** null: the provider charges the first period with the payment itself. */
  startsAt: Date | null
  status: 'open' | 'applied' | 'closed'
  /** Until when it can be paid; null if it was made before orders had an end. */
  expiresAt: Date | null
  /** The state of the membership it was computed from; null for one that was closed before we stored this. */
  quoted: QuotedState | null
  closedBecause: ClosingReason | null
  providerSubscriptionId: string | null
  providerPageUrl: string | null
  planName: string
  createdAt: Date
}

const columns = sql`ch.id, ch.subscription_id as "subscriptionId", ch.kind, ch.timing, ch.plan_id as "planId",
  ch.plan_version_id as "planVersionId", ch.interval, ch.price_cents as "priceCents", ch.currency,
  ch.charged_now_cents as "chargedNowCents", ch.credit_cents as "creditCents", ch.starts_at as "startsAt", ch.status,
  ch.carried_cents as "carriedCents", ch.settled_by as "settledBy", ch.quoted_at as "quotedAt", ch.period_from as "periodFrom",
  ch.period_worth_cents as "periodWorthCents",
  ch.provider_subscription_id as "providerSubscriptionId", ch.provider_page_url as "providerPageUrl",
  p.name as "planName", ch.created_at as "createdAt", ch.expires_at as "expiresAt",
  ch.closed_because as "closedBecause", ch.quoted_status as "quotedStatus",
  ch.quoted_plan_version_id as "quotedPlanVersionId", ch.quoted_interval as "quotedInterval",
  ch.quoted_access_until as "quotedAccessUntil", ch.quoted_cancel_at_period_end as "quotedCancel"`

interface StoredChange extends Omit<ChangeRow, 'quoted'> {
  quotedStatus: QuotedState['status'] | null
  quotedPlanVersionId: string | null
  quotedInterval: QuotedState['interval'] | null
  quotedAccessUntil: Date | null
  quotedCancel: boolean | null
}

function changeOf(stored: StoredChange): ChangeRow {
  const { quotedStatus, quotedPlanVersionId, quotedInterval, quotedAccessUntil, quotedCancel, ...change } =
    stored
  const isKept =
    quotedStatus !== null && quotedPlanVersionId !== null && quotedInterval !== null && quotedCancel !== null
  return {
    ...change,
    quoted: isKept
      ? {
          status: quotedStatus,
          planVersionId: quotedPlanVersionId,
          interval: quotedInterval,
          accessUntil: quotedAccessUntil,
          cancelAtPeriodEnd: quotedCancel,
        }
      : null,
  }
}

async function oneChange(db: Db, which: ReturnType<typeof sql>): Promise<ChangeRow | null> {
  const stored = await maybeOne(db, sql<StoredChange>`select ${columns} from ${tables} where ${which}`)
  return stored && changeOf(stored)
}

const tables = sql`subscription_changes ch join plans p on p.id = ch.plan_id`

export function findChange(db: Db, id: string): Promise<ChangeRow | null> {
  return oneChange(db, sql`ch.id = ${id}`)
}

/** Call with its subscription locked. */
export function lockChange(db: Db, id: string): Promise<ChangeRow | null> {
  return oneChange(db, sql`ch.id = ${id} for update of ch`)
}

/** Call with the subscription locked. */
export function findOpenChange(db: Db, subscriptionId: string): Promise<ChangeRow | null> {
  return oneChange(db, sql`ch.subscription_id = ${subscriptionId} and ch.status = 'open'`)
}

export function findChangeByProviderId(db: Db, providerId: string): Promise<ChangeRow | null> {
  return oneChange(db, sql`ch.provider_subscription_id = ${providerId}`)
}

/** Our subscription that this one of the provider's charged for until a change replaced it. */
export async function findSubscriptionIdOfReplaced(db: Db, providerId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select subscription_id as id from subscription_changes
      where replaced_provider_id = ${providerId}`,
  )
  return row?.id ?? null
}

/** Call with the subscription locked and no other change of it open. */
export async function insertChange(
  db: Db,
  change: Omit<
    ChangeRow,
    'status' | 'providerSubscriptionId' | 'providerPageUrl' | 'planName' | 'closedBecause' | 'quoted'
  > & { quoted: QuotedState },
): Promise<void> {
  const { quoted } = change
  await run(
    db,
    sql`insert into subscription_changes (id, subscription_id, kind, timing, plan_id, plan_version_id, interval,
        price_cents, currency, charged_now_cents, credit_cents, carried_cents, settled_by, quoted_at, period_from,
        period_worth_cents, starts_at, status, created_at, expires_at, quoted_status, quoted_plan_version_id,
        quoted_interval, quoted_access_until, quoted_cancel_at_period_end)
      values (${change.id}, ${change.subscriptionId}, ${change.kind}, ${change.timing}, ${change.planId},
        ${change.planVersionId}, ${change.interval}, ${change.priceCents}, ${change.currency},
        ${change.chargedNowCents}, ${change.creditCents}, ${change.carriedCents}, ${change.settledBy}, ${change.quotedAt},
        ${change.periodFrom}, ${change.periodWorthCents}, ${change.startsAt}, 'open', ${change.createdAt},
        ${change.expiresAt}, ${quoted.status}, ${quoted.planVersionId}, ${quoted.interval}, ${quoted.accessUntil},
        ${quoted.cancelAtPeriodEnd})`,
  )
}

/** `replacedProviderId`: the provider's subscription that the change replaced, if any. */
export async function markChangeApplied(
  db: Db,
  id: string,
  { replacedProviderId, now }: { replacedProviderId: string | null; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update subscription_changes set status = 'applied', settled_at = ${now}, closed_because = null,
        replaced_provider_id = ${replacedProviderId}
      where id = ${id}`,
  )
}

export async function closeChange(
  db: Db,
  id: string,
  { because, now }: { because: ClosingReason; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update subscription_changes set status = 'closed', settled_at = ${now}, closed_because = ${because}
      where id = ${id}`,
  )
}

/** Stores which payment made a change, if one did, and the terms and paid time before it. */
export async function keepFormer(
  db: Db,
  id: string,
  { paymentId, former }: { paymentId: string | null; former: Terms & { period: Period | null } },
): Promise<void> {
  await run(
    db,
    sql`update subscription_changes set payment_id = ${paymentId}, former_plan_id = ${former.planId},
        former_plan_version_id = ${former.planVersionId}, former_interval = ${former.interval},
        former_price_cents = ${former.priceCents}, former_period_from = ${former.period?.from ?? null},
        former_period_until = ${former.period?.until ?? null},
        former_period_worth_cents = ${former.period?.worthCents ?? null}
      where id = ${id}`,
  )
}
