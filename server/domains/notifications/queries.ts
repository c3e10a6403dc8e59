import type { NotificationPreferences } from '#contract/notifications/routes.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { disputesSql, returnedCentsSql } from '#server/domains/payments/service.ts'
import { offerSql } from '#server/domains/subscriptions/service.ts'
import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'
import { uuidIn } from '#server/platform/ids.ts'

import type { BillingFacts } from './billing-facts.ts'
import type { DisputeFacts } from './dispute-emails.ts'
import type { MembershipFacts, PaymentFacts } from './emails.ts'
import type { HeldBackFacts } from './held-back-letters.ts'
import type { LossFacts } from './media-letters.ts'
import type { RefundFacts } from './refund-facts.ts'

/** When the provider says it charges next, for rows called `s`; until it has, when the paid time ends. */
const nextChargeSql = sql`greatest(s.access_until, s.provider_charge_at)`

/** The facts that mails about a membership need; null while nothing was paid. */
export function findMembershipFacts(db: Db, subscriptionId: string): Promise<MembershipFacts | null> {
  return maybeOne(
    db,
    sql<MembershipFacts>`select u.name as "memberName", u.email as "memberEmail", c.page_name as "pageName", c.handle,
        p.name as "planName", p.welcome_note as "welcomeNote", s.interval, s.currency, s.price_cents as "priceCents", s.access_until as "accessUntil",
        ${nextChargeSql} as "nextChargeAt", ${isLivePageSql} as "isPageLive", s.upi_hint as "upiId",
        s.upi_hint is null and s.card_is_international is false as "isCardIndian"
      from subscriptions s join users u on u.id = s.member_id join creators c on c.id = s.creator_id
        join plans p on p.id = s.plan_id
      where s.id = ${subscriptionId} and s.access_until is not null and u.erased_at is null`,
  )
}

/** Since when the page of a subscription is closing, and when that becomes final; null while it isn't. */
export function findClosingDays(
  db: Db,
  subscriptionId: string,
): Promise<{ closedAt: Date; returnsOn: Date } | null> {
  return maybeOne(
    db,
    sql<{ closedAt: Date; returnsOn: Date }>`select u.deletion_requested_at as "closedAt",
        u.deletion_due_at as "returnsOn"
      from subscriptions s join creators c on c.id = s.creator_id join users u on u.id = c.user_id
      where s.id = ${subscriptionId} and u.deletion_due_at is not null`,
  )
}

/** The same with the additions for mails about its billing. */
export function findBillingFacts(db: Db, subscriptionId: string): Promise<BillingFacts | null> {
  return maybeOne(
    db,
    sql<BillingFacts>`select u.name as "memberName", u.email as "memberEmail", c.page_name as "pageName", c.handle,
        p.name as "planName", p.welcome_note as "welcomeNote", s.interval, s.currency, s.price_cents as "priceCents", s.access_until as "accessUntil",
        ${isLivePageSql} as "isPageLive", s.status, s.cancel_at_period_end as "cancelAtPeriodEnd",
        (select x.suspended_at from account_suspensions x
          where x.user_id = c.user_id and x.reinstated_at is null) as "suspendedAt",
        disputed.cents as "disputedCents", disputed.currency as "disputedCurrency", disputed.paid_at as "disputedPaidAt",
        s.card_network as "cardNetwork", s.card_last4 as "cardLastDigits", s.upi_hint as "upiId",
        s.upi_hint is null and s.card_is_international is false as "isCardIndian", s.card_expires_at as "cardExpiresAt",
        np.name as "nextPlanName", s.next_from as "nextFrom",
        ${nextChargeSql} as "nextChargeAt",
        s.next_price_cents as "nextPriceCents", s.next_interval as "nextInterval", s.carried_cents as "carriedCents", offer.price_cents as "offeredPriceCents", offer.ends_at as "offerEndsAt"
      from subscriptions s join users u on u.id = s.member_id join creators c on c.id = s.creator_id
        join plans p on p.id = s.plan_id left join plans np on np.id = s.next_plan_id
        join plan_versions own on own.id = s.plan_version_id left join ${offerSql} on true
        left join lateral (select p.amount_cents as cents, p.currency, p.captured_at as paid_at
          from payments p join ${disputesSql} d on d.payment_id = p.id
          where p.member_id = s.member_id and p.creator_id = s.creator_id
          order by d.opened_at desc limit 1) disputed on true
      where s.id = ${subscriptionId} and s.access_until is not null`,
  )
}

export function findPaymentFacts(db: Db, paymentId: string): Promise<PaymentFacts | null> {
  return maybeOne(
    db,
    sql<PaymentFacts>`select p.id as "paymentId", r.year as "receiptYear", r.number as "receiptNumber",
        p.amount_cents as "amountCents", p.captured_at as "paidAt"
      from payments p join receipts r on r.payment_id = p.id where p.id = ${paymentId}`,
  )
}

/** A payment that renewed a membership, with that membership; null for a first one, or one given back already. */
export async function findRenewal(
  db: Db,
  paymentId: string,
): Promise<(MembershipFacts & PaymentFacts) | null> {
  const row = await maybeOne(
    db,
    sql<{ subscriptionId: string }>`select p.subscription_id as "subscriptionId" from payments p
      where p.id = ${paymentId} and p.refunded_cents = 0 and exists (
        select from payments before where before.subscription_id = p.subscription_id and before.id < p.id)`,
  )
  const payment = row && (await findPaymentFacts(db, paymentId))
  const membership = row && (await findMembershipFacts(db, row.subscriptionId))
  return payment && membership && { ...membership, ...payment }
}

/** The facts that mails about a refund need. */
export function findRefundFacts(db: Db, refundId: string): Promise<RefundFacts | null> {
  return maybeOne(
    db,
    sql<RefundFacts>`select r.status, p.currency, r.amount_cents as "amountCents", r.reason, r.origin,
        r.decided_by as "decidedBy", r.decision_note as "decisionNote", p.amount_cents as "paidCents",
        p.refunded_cents as "refundedCents", ${returnedCentsSql(sql`p`)} as "returnedCents",
        p.captured_at as "paidAt", m.name as "memberName",
        m.email as "memberEmail", o.name as "ownerName", o.email as "ownerEmail", c.page_name as "pageName",
        p.plan_name as "planName",
        exists (select from overpayments where overpayments.payment_id = p.id)
          or exists (select from payments later where later.subscription_id = p.subscription_id
            and later.kind = 'period' and later.captured_at > p.captured_at and later.captured_at <= r.decided_at
            and later.refunded_cents < later.amount_cents) as "isPaidOn",
        ended.payment_id is not null as "hasEndedPlan", left_plan.name as "leftPlanName",
        ended.left_until as "leftUntil",
        coalesce((select s.status in ('canceled', 'expired') from subscriptions s
          where s.id = p.subscription_id), false) as "hasEnded",
        exists (select from disputes d where d.payment_id = p.id and d.status = 'open') as "isDisputed",
        exists (select from overpayments join payments later on later.id = overpayments.payment_id
          where later.subscription_id = p.subscription_id and later.captured_at > p.captured_at
            and ended.payment_id is not null) as "hasMoreToReturn"
      from refunds r join payments p on p.id = r.payment_id join users m on m.id = p.member_id
        join creators c on c.id = p.creator_id join users o on o.id = c.user_id
        left join returned_memberships ended on ended.payment_id = p.id and ended.restored_at is null
        left join plans left_plan on left_plan.id = ended.left_plan_id
      where r.id = ${refundId}`,
  )
}

/** The refund that took the last of a payment back. */
export async function findLastRefundId(db: Db, paymentId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from refunds where payment_id = ${paymentId} and effective_at is not null
      order by effective_at desc, id desc limit 1`,
  )
  return row?.id ?? null
}

export function findDisputeFacts(db: Db, providerDisputeId: string): Promise<DisputeFacts | null> {
  return maybeOne(
    db,
    sql<DisputeFacts>`select d.status, p.currency, d.amount_cents as "amountCents", d.respond_by as "respondBy", p.captured_at as "paidAt",
        p.amount_cents - p.refunded_cents as "keptCents",
        m.name as "memberName", m.email as "memberEmail", c.page_name as "pageName", o.name as "ownerName",
        o.email as "ownerEmail", plans.name as "planName"
      from ${disputesSql} d join payments p on p.id = d.payment_id join users m on m.id = p.member_id
        join creators c on c.id = p.creator_id join users o on o.id = c.user_id
        join plans on plans.id = p.plan_id
      where d.id = ${providerDisputeId}`,
  )
}

/** The dispute that an answer was given to; null if the provider hasn't taken it. */
export async function findSentEvidence(db: Db, evidenceId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select provider_dispute_id as id from dispute_evidence
      where id = ${evidenceId} and state = 'sent'`,
  )
  return row?.id ?? null
}

export function findPreferences(db: Db, userId: string): Promise<NotificationPreferences | null> {
  return maybeOne(
    db,
    sql<NotificationPreferences>`select replies, creator_updates as "creatorUpdates",
        product_updates as "productUpdates", newsletter, offers
      from notification_preferences where user_id = ${userId}`,
  )
}

export async function savePreferences(
  db: Db,
  userId: string,
  {
    changes,
    defaults,
    now,
  }: {
    changes: { [Topic in keyof NotificationPreferences]?: boolean | undefined }
    defaults: NotificationPreferences
    now: Date
  },
): Promise<void> {
  const first = { ...defaults, ...changes }
  await run(
    db,
    sql`insert into notification_preferences as kept
        (user_id, replies, creator_updates, product_updates, newsletter, offers, updated_at)
      values (${userId}, ${first.replies}, ${first.creatorUpdates}, ${first.productUpdates}, ${first.newsletter},
        ${first.offers}, ${now})
      on conflict (user_id) do update set
        replies = coalesce(${changes.replies ?? null}, kept.replies),
        creator_updates = coalesce(${changes.creatorUpdates ?? null}, kept.creator_updates),
        product_updates = coalesce(${changes.productUpdates ?? null}, kept.product_updates),
        newsletter = coalesce(${changes.newsletter ?? null}, kept.newsletter),
        offers = coalesce(${changes.offers ?? null}, kept.offers),
        updated_at = ${now}`,
  )
}

export async function isUser(db: Db, id: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isOne: boolean }>`select exists (select from users where id = ${id}) as "isOne"`,
  )
  return row.isOne
}

export async function isCreator(db: Db, id: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isOne: boolean }>`select exists (select from creators where id = ${uuidIn(id)}) as "isOne"`,
  )
  return row.isOne
}

export async function deletePreferences(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from notification_preferences where user_id = ${userId}`)
}

/** The owner of a medium that is lost or couldn't be prepared; null when they are gone too. */
export function findLossFacts(db: Db, mediaId: string): Promise<LossFacts | null> {
  return maybeOne(
    db,
    sql<LossFacts>`select u.name, u.email, m.kind, m.name as "fileName", m.failure, m.created_at as "sentAt", m.attached_at is not null as "isInPost",
        m.state = 'ready' as "isPlayable"
      from media m join users u on u.id = m.owner_id
      where m.id = ${mediaId} and u.status = 'active' and u.deletion_due_at is null`,
  )
}

/** The owner of a draft, as long as it is one; null when they are gone or leaving. */
export function findHeldBackFacts(db: Db, postId: string): Promise<HeldBackFacts | null> {
  return maybeOne(
    db,
    sql<HeldBackFacts>`select u.name, u.email, c.handle, p.id as "postId", p.title
      from posts p join creators c on c.id = p.creator_id join users u on u.id = c.user_id
      where p.id = ${postId} and p.state = 'draft' and p.deleted_at is null and u.status = 'active'
        and u.deletion_due_at is null`,
  )
}
