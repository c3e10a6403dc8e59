import type * as z from 'zod/mini'

import { type Currency, dollarsFromCents } from '#contract/money.ts'
import { planFailures } from '#contract/plans/failures.ts'
import { monthlyPriceFor, yearlyPriceCents } from '#contract/plans/pricing.ts'
import type { plan as planOnWire } from '#contract/plans/routes.ts'
import { type Db, isUniqueViolation } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { planArchived, planPriceEdited, planPriceRaised, planRepriced } from './events.ts'
import {
  archivePlan,
  findOfferedPlanByName,
  findPlan,
  holdPlan,
  insertPlan,
  insertPlanVersion,
  insertPriceNotice,
  lockOfferedPlan,
  lockOfferedPlans,
  type PlanRow,
  recommend,
  updatePlan,
} from './queries.ts'

export {
  type HeldPlan,
  heldPlanColumns,
  includesPlan,
  includesPlanSql,
  type PricedPlan,
  rankSql,
} from './access.ts'
export { listOfferedPlans, type PlanRow } from './queries.ts'

export interface PlanForm {
  name: string
  priceCents: number
  currency: Currency
  description: string
  /** Absent: as it was. */
  welcomeNote?: string
  /** Absent: as it was. */
  isRecommended?: boolean
  /** Asks current members to agree to a new price within this many days. */
  noticeDays?: number
}

/** A plan that can be joined. Throws `plan_not_found` for unknown and archived ones. */
export async function getOfferedPlan(db: Db, id: string): Promise<PlanRow> {
  const plan = await findOfferedPlan(db, id)
  if (!plan) throw new Failure(planFailures.plan_not_found)
  return plan
}

/**
 * The same, for whoever orders it: it stays offered, at its price, until the transaction ends. What archiving it then
 * ends includes the order.
 */
export async function holdOfferedPlan(db: Db, id: string): Promise<PlanRow> {
  await holdPlan(db, id)
  return getOfferedPlan(db, id)
}

/** The same as {@link getOfferedPlan}; null when it is unknown or archived, or its page isn't visible. */
export async function findOfferedPlan(db: Db, id: string): Promise<PlanRow | null> {
  const plan = await findPlan(db, id)
  return plan?.isOffered ? plan : null
}

/** Adds a plan. The same form sent twice is one plan: a double click or a retry must not sell it twice. */
export async function addPlan(db: Db, creatorId: string, form: PlanForm, now: Date): Promise<PlanRow> {
  await lockOfferedPlans(db, creatorId)
  const known = await findOfferedPlanByName(db, creatorId, form.name)
  if (known && isSamePlan(known, form)) return known
  if (known) throw new Failure(planFailures.plan_name_taken)
  const id = newId(now)
  const welcomeNote = form.welcomeNote ?? ''
  if (!(await insertPlan(db, { id, creatorId, ...form, welcomeNote, createdAt: now })))
    throw new Failure(planFailures.plan_name_taken)
  await insertPlanVersion(db, { id: newId(now), planId: id, priceCents: form.priceCents, createdAt: now })
  if (form.isRecommended) await recommend(db, creatorId, id)
  await announcePageChange(db, creatorId)
  return getOfferedPlan(db, id)
}

/**
 * Changes a plan. A new price is a new version for future members. Members keep the one they agreed to, unless the new
 * one is lower: that needs no consent. The edit replaces a notice of an earlier price.
 */
export async function editPlan(
  db: Db,
  creatorId: string,
  planId: string,
  form: PlanForm,
  now: Date,
): Promise<PlanRow> {
  await lockOfferedPlans(db, creatorId)
  const plan = await lockOfferedPlan(db, creatorId, planId)
  if (!plan) throw new Failure(planFailures.plan_not_found)
  // An amount in another currency would be read as one in the plan's.
  if (form.currency !== plan.currency) throw new Failure(planFailures.plan_currency_fixed)
  const alike = form.name === plan.name ? null : await findOfferedPlanByName(db, creatorId, form.name)
  if (alike && alike.id !== planId) throw new Failure(planFailures.plan_name_taken)
  const welcomeNote = form.welcomeNote ?? plan.welcomeNote
  await refuseTakenName(() => updatePlan(db, { id: planId, ...form, welcomeNote }))
  if (form.isRecommended !== undefined && form.isRecommended !== plan.isRecommended)
    await recommend(db, creatorId, form.isRecommended ? planId : null)
  if (form.priceCents !== plan.priceCents) {
    const versionId = newId(now)
    await insertPlanVersion(db, { id: versionId, planId, priceCents: form.priceCents, createdAt: now })
    await emit(db, planRepriced, { planId }, now)
    if (form.noticeDays !== undefined) {
      const endsAt = new Date(now.getTime() + form.noticeDays * 86_400_000)
      await insertPriceNotice(db, { planVersionId: versionId, planId, endsAt, createdAt: now })
      await emit(db, planPriceRaised, { planVersionId: versionId }, now)
    }
    await emit(db, planPriceEdited, { planVersionId: versionId }, now)
  }
  await announcePageChange(db, creatorId)
  return getOfferedPlan(db, planId)
}

/** Stops offering a plan. Its members keep what they paid for, and it keeps its posts. */
export async function retirePlan(db: Db, creatorId: string, planId: string, now: Date): Promise<void> {
  const plan = await lockOfferedPlan(db, creatorId, planId)
  if (!plan) throw new Failure(planFailures.plan_not_found)
  await archivePlan(db, planId, now)
  await announcePageChange(db, creatorId)
  await emit(db, planArchived, { planId }, now)
}

/**
 * `agreedCents`: the monthly price that the viewer, a member of it, agreed to; null for anyone else. `isOwn`: the viewer
 * offers it.
 */
export function presentPlan(
  plan: PlanRow,
  { agreedCents, isOwn }: { agreedCents: number | null; isOwn: boolean },
): z.infer<typeof planOnWire> {
  const priceCents = monthlyPriceFor(plan.priceCents, agreedCents)
  return {
    _id: plan.id,
    id: plan.id,
    name: plan.name,
    price: dollarsFromCents(priceCents),
    yearlyPrice: dollarsFromCents(yearlyPriceCents(priceCents)),
    currency: plan.currency,
    description: plan.description,
    isRecommended: plan.isRecommended,
    welcomeNote: isOwn || agreedCents !== null ? plan.welcomeNote : '',
    subscribed: agreedCents !== null,
  }
}

function isSamePlan(known: PlanRow, form: PlanForm): boolean {
  return (
    known.name === form.name &&
    known.priceCents === form.priceCents &&
    known.currency === form.currency &&
    known.description === form.description &&
    known.welcomeNote === (form.welcomeNote ?? '') &&
    known.isRecommended === (form.isRecommended ?? false)
  )
}

async function refuseTakenName(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isUniqueViolation(error, 'plans_name_per_creator')) throw new Failure(planFailures.plan_name_taken)
    throw error
  }
}
