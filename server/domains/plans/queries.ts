import type { Currency } from '#contract/money.ts'
import { nameKey } from '#contract/visible-text.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

import { rankSql } from './access.ts'

export interface PlanRow {
  id: string
  creatorId: string
  name: string
  description: string
  /** What joining costs now, per month. */
  priceCents: number
  /** The currency of its prices; it never changes. */
  currency: Currency
  welcomeNote: string
  isRecommended: boolean
  /** The newest version: the price new members agree to. */
  versionId: string
  /** It can be joined: not archived, and its page is visible. */
  isOffered: boolean
}

const planColumns = sql`p.id, p.creator_id as "creatorId", p.name, p.description, p.price_cents as "priceCents",
  p.currency, p.welcome_note as "welcomeNote", p.is_recommended as "isRecommended",
  (select v.id from plan_versions v where v.plan_id = p.id order by v.version desc limit 1) as "versionId",
  p.archived_at is null and exists (select from creators c where c.id = p.creator_id and ${isLivePageSql})
    as "isOffered"`

const offeredPlans = prepared<PlanRow, { creatorId: string }>(
  'offered-plans',
  ({ creatorId }) => sql<PlanRow>`select ${planColumns} from plans p
    where p.creator_id = ${creatorId} and p.archived_at is null order by ${rankSql(sql`p`)}, p.id`,
)

/** Lowest price first, as the page shows them. */
export function listOfferedPlans(db: Db, creatorId: string): Promise<PlanRow[]> {
  return many(db, offeredPlans({ creatorId }))
}

export function findPlan(db: Db, id: string): Promise<PlanRow | null> {
  return maybeOne(db, sql<PlanRow>`select ${planColumns} from plans p where p.id = ${id}`)
}

/** Locks the plan, so that two edits at once cannot number their versions alike. */
export async function lockOfferedPlan(db: Db, creatorId: string, id: string): Promise<PlanRow | null> {
  const locked = await maybeOne(
    db,
    sql<{ id: string }>`select id from plans
      where id = ${id} and creator_id = ${creatorId} and archived_at is null for update`,
  )
  return locked && findPlan(db, locked.id)
}

/** Until the transaction ends, the plan is neither archived nor edited; whoever is at it finishes first. */
export async function holdPlan(db: Db, id: string): Promise<void> {
  await run(db, sql`select from plans where id = ${id} for share`)
}

/** The plan that a page offers by this name, or by one that reads the same. Call with the names locked. */
export async function findOfferedPlanByName(
  db: Db,
  creatorId: string,
  name: string,
): Promise<PlanRow | null> {
  const offered = await listOfferedPlans(db, creatorId)
  return offered.find((plan) => nameKey(plan.name) === nameKey(name)) ?? null
}

/** Returns whether it was written; false when the creator already offers a plan of this name. */
export async function insertPlan(
  db: Db,
  plan: {
    id: string
    creatorId: string
    name: string
    description: string
    priceCents: number
    currency: Currency
    welcomeNote: string
    createdAt: Date
  },
): Promise<boolean> {
  const inserted = await maybeOne(
    db,
    sql<{
      id: string
    }>`insert into plans (id, creator_id, name, description, price_cents, currency, welcome_note, created_at)
      values (${plan.id}, ${plan.creatorId}, ${plan.name}, ${plan.description}, ${plan.priceCents}, ${plan.currency},
        ${plan.welcomeNote}, ${plan.createdAt})
      on conflict (creator_id, lower(name)) where archived_at is null do nothing returning id`,
  )
  return inserted !== null
}

/** Call with the plan locked. */
export async function insertPlanVersion(
  db: Db,
  version: { id: string; planId: string; priceCents: number; createdAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into plan_versions (id, plan_id, version, price_cents, created_at)
      select ${version.id}, ${version.planId}, coalesce(max(version), 0) + 1, ${version.priceCents}, ${version.createdAt}
      from plan_versions where plan_id = ${version.planId}`,
  )
}

export async function updatePlan(
  db: Db,
  plan: {
    id: string
    name: string
    description: string
    priceCents: number
    welcomeNote: string
  },
): Promise<void> {
  await run(
    db,
    sql`update plans set name = ${plan.name}, description = ${plan.description}, price_cents = ${plan.priceCents},
        welcome_note = ${plan.welcomeNote}
      where id = ${plan.id}`,
  )
}

/** Two plans that are named or recommended at once take turns. Call it before any of the page's plans is locked. */
export async function lockOfferedPlans(db: Db, creatorId: string): Promise<void> {
  await run(db, sql`select from creators where id = ${creatorId} for no key update`)
}

/** Makes a plan the one its page recommends; null: none. */
export async function recommend(db: Db, creatorId: string, planId: string | null): Promise<void> {
  await run(
    db,
    sql`update plans set is_recommended = false
      where creator_id = ${creatorId} and archived_at is null and is_recommended and id is distinct from ${planId}::uuid`,
  )
  if (planId !== null) await run(db, sql`update plans set is_recommended = true where id = ${planId}`)
}

export async function archivePlan(db: Db, id: string, now: Date): Promise<void> {
  await one(db, sql`update plans set archived_at = ${now} where id = ${id} returning id`)
}

/**
 * Removes the words of a creator who left, including the names of the plans: a creator may have put a person into them.
 * Receipts still say what was paid for which time, and what it cost.
 */
export async function erasePlansOfCreator(db: Db, creatorId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update plans set name = 'A former plan', description = '', welcome_note = '', archived_at = coalesce(archived_at, ${now}::timestamptz)
      where creator_id = ${creatorId}`,
  )
}

/** Call with the plan locked. */
export async function insertPriceNotice(
  db: Db,
  notice: { planVersionId: string; planId: string; endsAt: Date; createdAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into plan_price_notices (plan_version_id, plan_id, ends_at, created_at)
      values (${notice.planVersionId}, ${notice.planId}, ${notice.endsAt}, ${notice.createdAt})`,
  )
}
