import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { termsOf } from '#contract/subscriptions/engine/terms.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

import { isLiveSql, liveStatusesSql } from './access.ts'
import { disputedSql } from './holds/dispute-hold-queries.ts'
import { equivalentsOf, periodOf, type StoredPeriod } from './lifecycle/paid-period.ts'
import { offerSql } from './price-changes/offer-queries.ts'

export interface SubscriptionRow extends StoredPeriod {
  id: string
  memberId: string
  creatorId: string
  planId: string
  planVersionId: string
  interval: BillingInterval
  priceCents: number
  currency: string
  status: SubscriptionStatus
  providerSubscriptionId: string | null
  providerPageUrl: string | null
  paidCount: number
  accessUntil: Date | null
  /** Owed for an upgrade, and added to the next charge; in cents. */
  carriedCents: number
  cancelAtPeriodEnd: boolean
  /** When the provider was told to end it with its period, which it can't take back. */
  providerToldAt: Date | null
  /** Terms agreed for later. */
  nextPlanId: string | null
  nextPlanVersionId: string | null
  /** The version agreed to for then, where the plan costs less than that by now. */
  nextAgreedVersionId: string | null
  nextInterval: BillingInterval | null
  nextPriceCents: number | null
  nextFrom: Date | null
  nextPlanName: string | null
  /** What this member agreed to pay for the plan per month. */
  agreedCents: number
  /** The newest monthly price of the plan that the creator asks this member to agree to, and until when. */
  offeredPriceCents: number | null
  offeredVersionId: string | null
  offerEndsAt: Date | null
  cardNetwork: string | null
  cardLast4: string | null
  cardExpiresAt: Date | null
  /** The UPI ID that is debited instead of a card, masked. */
  upiHint: string | null
  /** Issued outside India; null: the provider hasn't said. */
  cardIsInternational: boolean | null
  /** Until when an open attempt can be paid; null: it was made before attempts had an end. */
  orderExpiresAt: Date | null
  /** Since when a suspension or a dispute has kept it from being charged. */
  heldAt: Date | null
  /** The payment that the member's bank disputes, if that keeps this one from being charged; in cents. */
  disputedCents: number | null
  disputedCurrency: string | null
  disputedPaidAt: Date | null
  createdAt: Date
  planName: string
  /** Not archived, whatever happens to its page. */
  isPlanOffered: boolean
  pageName: string
  handle: string
  profileImage: string | null
  isPageLive: boolean
}

export const columns = sql`s.id, s.member_id as "memberId", s.creator_id as "creatorId", s.plan_id as "planId",
  s.plan_version_id as "planVersionId", s.interval, s.price_cents as "priceCents", s.currency, s.status,
  s.provider_subscription_id as "providerSubscriptionId", s.provider_page_url as "providerPageUrl",
  s.paid_count as "paidCount", s.access_until as "accessUntil", s.period_from as "periodFrom",
  s.period_until as "periodUntil", s.period_worth_cents as "periodWorthCents", s.period_equivalents as equivalents,
  s.carried_cents as "carriedCents",
  s.provider_charge_at as "providerChargeAt", s.provider_starts_at as "providerStartsAt",
  s.cancel_at_period_end as "cancelAtPeriodEnd", s.provider_told_at as "providerToldAt", s.next_plan_id as "nextPlanId",
  s.next_plan_version_id as "nextPlanVersionId", s.next_agreed_version_id as "nextAgreedVersionId", s.next_interval as "nextInterval",
  s.next_price_cents as "nextPriceCents", s.next_from as "nextFrom", np.name as "nextPlanName",
  own.price_cents as "agreedCents", offer.price_cents as "offeredPriceCents", offer.version_id as "offeredVersionId",
  offer.ends_at as "offerEndsAt",
  s.card_network as "cardNetwork", s.card_last4 as "cardLast4", s.card_expires_at as "cardExpiresAt",
  s.upi_hint as "upiHint",
  s.card_is_international as "cardIsInternational", s.order_expires_at as "orderExpiresAt",
  s.held_at as "heldAt", disputed.cents as "disputedCents",
  disputed.currency as "disputedCurrency", disputed.paid_at as "disputedPaidAt",
  s.created_at as "createdAt", p.name as "planName",
  p.archived_at is null as "isPlanOffered",
  c.page_name as "pageName", c.handle, c.profile_image as "profileImage",
  ${isLivePageSql} as "isPageLive"`

export const tables = sql`subscriptions s join plans p on p.id = s.plan_id join creators c on c.id = s.creator_id
  left join plans np on np.id = s.next_plan_id
  join plan_versions own on own.id = s.plan_version_id left join ${offerSql} on true
  left join lateral ${disputedSql} disputed on true`

/*
 * Every step of billing reads this row, which joins ten tables: planning the query each time takes longer than running
 * it.
 */
const subscriptionById = prepared(
  'subscription_by_id',
  ({ id }: { id: string }) => sql<SubscriptionRow>`select ${columns} from ${tables} where s.id = ${id}`,
)

const subscriptionByProviderId = prepared(
  'subscription_by_provider_id',
  ({ providerId }: { providerId: string }) =>
    sql<SubscriptionRow>`select ${columns} from ${tables} where s.provider_subscription_id = ${providerId}`,
)

export function findSubscription(db: Db, id: string): Promise<SubscriptionRow | null> {
  return maybeOne(db, subscriptionById({ id }))
}

export async function getSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  return one(db, subscriptionById({ id }))
}

export function findSubscriptionByProviderId(db: Db, providerId: string): Promise<SubscriptionRow | null> {
  return maybeOne(db, subscriptionByProviderId({ providerId }))
}

const lockingSubscription = prepared<{ id: string }, { id: string }>(
  'lock-subscription',
  ({ id }) => sql`select id from subscriptions where id = ${id} for update`,
)

/**
 * Everything that changes a subscription or books money on it locks it first. Rows are locked alone and read after:
 * joined data found before the wait would not fit a row whose plan changed meanwhile.
 */
export async function lockSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  await one(db, lockingSubscription({ id }))
  return getSubscription(db, id)
}

/** The live relation of a member and a creator, locked: an open attempt or a running subscription. */
export async function lockLiveSubscription(
  db: Db,
  memberId: string,
  creatorId: string,
): Promise<SubscriptionRow | null> {
  const live = await maybeOne(
    db,
    sql<{ id: string }>`select s.id from subscriptions s
      where s.member_id = ${memberId} and s.creator_id = ${creatorId} and ${isLiveSql}
      for update`,
  )
  return live && getSubscription(db, live.id)
}

/** Whether paid time on an ended membership of the page is still open to its member. */
export async function hasPaidTime(db: Db, memberId: string, creatorId: string, now: Date): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql<{ id: string }>`select id from subscriptions
      where member_id = ${memberId} and creator_id = ${creatorId} and status = 'canceled' and access_until > ${now}
      limit 1`,
  )
  return found !== null
}

/** Whether it was written; false when another live one was first. */
export async function insertPendingSubscription(
  db: Db,
  row: Pick<
    SubscriptionRow,
    | 'id'
    | 'memberId'
    | 'creatorId'
    | 'planId'
    | 'planVersionId'
    | 'interval'
    | 'priceCents'
    | 'currency'
    | 'createdAt'
    | 'orderExpiresAt'
  >,
): Promise<boolean> {
  const inserted = await maybeOne(
    db,
    sql<{
      id: string
    }>`insert into subscriptions (id, member_id, creator_id, plan_id, plan_version_id, interval,
        price_cents, currency, status, created_at, order_expires_at)
      values (${row.id}, ${row.memberId}, ${row.creatorId}, ${row.planId}, ${row.planVersionId}, ${row.interval},
        ${row.priceCents}, ${row.currency}, 'pending', ${row.createdAt}, ${row.orderExpiresAt})
      on conflict (member_id, creator_id) where status in (${liveStatusesSql}) do nothing
      returning id`,
  )
  return inserted !== null
}

export async function setStatus(
  db: Db,
  id: string,
  status: SubscriptionStatus,
  endedAt: Date | null,
): Promise<void> {
  await run(
    db,
    sql`update subscriptions set status = ${status}, ended_at = coalesce(ended_at, ${endedAt}::timestamptz)
      where id = ${id}`,
  )
}

/** A row's state, in the form the billing rules read. */
export function membershipOf(row: SubscriptionRow): Membership {
  const { nextPlanId, nextPlanVersionId, nextAgreedVersionId, nextInterval, nextPriceCents, nextFrom } = row
  const { status, cancelAtPeriodEnd, accessUntil, paidCount } = row
  const hasNext = nextPlanId && nextPlanVersionId && nextInterval && nextPriceCents && nextFrom
  return {
    ...termsOf(row),
    status,
    cancelAtPeriodEnd,
    accessUntil,
    period: periodOf(row),
    equivalents: equivalentsOf(row),
    carriedCents: row.carriedCents,
    paidCount,
    next: hasNext
      ? {
          planId: nextPlanId,
          planVersionId: nextPlanVersionId,
          interval: nextInterval,
          priceCents: nextPriceCents,
          from: nextFrom,
          ...(nextAgreedVersionId !== null && { agreedVersionId: nextAgreedVersionId }),
        }
      : null,
  }
}

/** Whether nothing at the provider will charge for it again, though it runs: continuing needs the card once more. */
export function needsCard(row: Pick<SubscriptionRow, 'providerSubscriptionId' | 'providerToldAt'>): boolean {
  return row.providerSubscriptionId === null || row.providerToldAt !== null
}

/** Whether its member may come back, by a payment or by registering the card. */
export function canReactivate(row: SubscriptionRow): boolean {
  if (row.status === 'past_due' || row.status === 'paused') return true
  return row.status === 'active' && row.cancelAtPeriodEnd && needsCard(row)
}

/** The number of paid periods only grows; an older count changes nothing. */
export async function raisePaidCount(db: Db, id: string, paidCount: number): Promise<void> {
  await run(
    db,
    sql`update subscriptions set paid_count = ${paidCount} where id = ${id} and paid_count < ${paidCount}`,
  )
}

/**
 * The provider's subscription that charges for this one from now on; null: none does, until the card is registered.
 * Only a payment tells which country its card is from.
 */
export async function replaceProviderSubscription(
  db: Db,
  id: string,
  provider: { id: string; pageUrl: string | null } | null,
): Promise<void> {
  await run(
    db,
    sql`update subscriptions set provider_subscription_id = ${provider?.id ?? null},
        provider_page_url = ${provider?.pageUrl ?? null}, provider_told_at = null, provider_charge_at = null,
        provider_starts_at = null, card_is_international = null,
        provider_matched_for = null, agreement_ends_at = null
      where id = ${id}`,
  )
}

export async function setCancelAtPeriodEnd(db: Db, id: string, isCanceled: boolean): Promise<void> {
  await run(db, sql`update subscriptions set cancel_at_period_end = ${isCanceled} where id = ${id}`)
}
