import { type Db, many, maybeOne, one, sql } from '#server/platform/db/query.ts'

import type { StaffRole } from '#contract/http/permissions.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'

/* Reads every domain's data about one person; each table is written by its own domain alone. */

export function getOwnAccount(db: Db, userId: string) {
  return one(
    db,
    sql<{ createdAt: Date; ageConfirmedAt: Date | null }>`select created_at as "createdAt",
        age_confirmed_at as "ageConfirmedAt" from users where id = ${userId}`,
  )
}

export function listOwnIdentities(db: Db, userId: string) {
  return many(
    db,
    sql<{ issuer: string; connectedAt: Date }>`select issuer, created_at as "connectedAt" from user_identities
      where user_id = ${userId} order by created_at`,
  )
}

export function listOwnRoles(db: Db, userId: string) {
  return many(
    db,
    sql<{ role: StaffRole; grantedAt: Date; endedAt: Date | null }>`select role, created_at as "grantedAt",
        ended_at as "endedAt" from staff where user_id = ${userId} order by id`,
  )
}

export function listOwnActions(db: Db, userId: string) {
  return many(
    db,
    sql<{
      action: string
      at: Date
    }>`select action, at from audit_log where actor_id = ${userId} order by position`,
  )
}

export function listDecisionsAbout(db: Db, userId: string) {
  return many(
    db,
    sql<{ action: string; at: Date; reason: string | null }>`select action, at, reason from audit_log
      where subject_kind = 'user' and subject_id = ${userId} order by position`,
  )
}

export interface OwnNotifications {
  replies: boolean
  creatorUpdates: boolean
  productUpdates: boolean
  newsletter: boolean
  offers: boolean
}

export function findOwnNotifications(db: Db, userId: string): Promise<OwnNotifications | null> {
  return maybeOne(
    db,
    sql<OwnNotifications>`select replies, creator_updates as "creatorUpdates", product_updates as "productUpdates",
        newsletter, offers from notification_preferences where user_id = ${userId}`,
  )
}

export interface OwnPage {
  id: string
  pageName: string
  pageHandle: string
  headline: string
  bannerTitle: string
  bannerSubTitle: string
  isAdultContent: boolean
  profileImage: string | null
  bannerImage: string | null
  createdAt: Date
}

export function findOwnPage(db: Db, userId: string): Promise<OwnPage | null> {
  return maybeOne(
    db,
    sql<OwnPage>`select id, page_name as "pageName", handle as "pageHandle", headline, banner_title as "bannerTitle",
        banner_subtitle as "bannerSubTitle", is_adult as "isAdultContent", profile_image as "profileImage",
        banner_image as "bannerImage", created_at as "createdAt" from creators where user_id = ${userId}`,
  )
}

export function listOwnPlans(db: Db, creatorId: string) {
  return many(
    db,
    sql<{
      name: string
      description: string
      priceCents: number
      currency: string
      createdAt: Date
    }>`select name, description, price_cents as "priceCents", currency,
        created_at as "createdAt" from plans where creator_id = ${creatorId} order by id`,
  )
}

export interface OwnSubscription {
  creator: string
  plan: string
  status: SubscriptionStatus
  interval: BillingInterval
  priceCents: number
  currency: string
  accessUntil: Date | null
  createdAt: Date
}

export function listOwnSubscriptions(db: Db, userId: string): Promise<OwnSubscription[]> {
  return many(
    db,
    sql<OwnSubscription>`select c.page_name as creator, plans.name as plan, s.status, s.interval,
        s.price_cents as "priceCents", s.currency, s.access_until as "accessUntil", s.created_at as "createdAt"
      from subscriptions s join creators c on c.id = s.creator_id join plans on plans.id = s.plan_id
      where s.member_id = ${userId} order by s.id`,
  )
}

export interface OwnCharge {
  receiptNumber: string
  creator: string
  plan: string
  amountCents: number
  currency: string
  paidAt: Date
}

export function listOwnCharges(db: Db, userId: string): Promise<OwnCharge[]> {
  return many(
    db,
    sql<OwnCharge>`select p.provider_payment_id as "receiptNumber", c.page_name as creator, plans.name as plan,
        p.amount_cents as "amountCents", p.currency, p.captured_at as "paidAt"
      from payments p join creators c on c.id = p.creator_id join plans on plans.id = p.plan_id
      where p.member_id = ${userId} order by p.id`,
  )
}
