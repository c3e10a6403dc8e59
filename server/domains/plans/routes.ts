import * as z from 'zod/mini'

import { id } from '#contract/fields.ts'
import type { Currency } from '#contract/money.ts'
import { planFailures } from '#contract/plans/failures.ts'
import { planMessages } from '#contract/plans/messages.ts'
import * as contract from '#contract/plans/routes.ts'
import { getOwnPage } from '#server/domains/creators/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { addPlan, editPlan, type PlanForm, presentPlan, retirePlan } from './service.ts'

/** A missing or malformed plan id is refused on its own account; it never means "all". */
function planIdOf(text: string): string {
  const parsed = z.safeParse(id(), text)
  if (!parsed.success) throw new Failure(planFailures.plan_id_malformed)
  return parsed.data
}

function formOf(input: {
  name: string
  price: number
  currency: Currency
  description?: string | undefined
  welcomeNote?: string | undefined
  isRecommended?: boolean | undefined
  noticeDays?: number | undefined
}): PlanForm {
  return {
    name: input.name,
    priceCents: input.price,
    currency: input.currency,
    description: input.description ?? '',
    ...(input.welcomeNote !== undefined && { welcomeNote: input.welcomeNote }),
    ...(input.isRecommended !== undefined && { isRecommended: input.isRecommended }),
    ...(input.noticeDays !== undefined && { noticeDays: input.noticeDays }),
  }
}

/** Plans as the owner of their page sees them. */
const OWN = { agreedCents: null, isOwn: true }

export const planImplementations: Implementation[] = [
  implementForMember(contract.upsertPlan, async (db, { input, viewer, now }) => {
    const creator = await getOwnPage(db, input.pageHandle, viewer)
    const plan = input._id
      ? await editPlan(db, creator.id, input._id, formOf(input), now)
      : await addPlan(db, creator.id, formOf(input), now)
    return presentPlan(plan, OWN)
  }),

  implementForMember(contract.updatePlan, async (db, { input, viewer, now }) => {
    const creator = await getOwnPage(db, input.pageHandle, viewer)
    return presentPlan(await editPlan(db, creator.id, planIdOf(input.planId), formOf(input), now), OWN)
  }),

  implementForMember(contract.deletePlan, async (db, { input, viewer, now }) => {
    const creator = await getOwnPage(db, input.pageHandle, viewer)
    await retirePlan(db, creator.id, planIdOf(input.planId), now)
    return { msg: planMessages.deleted }
  }),

  implementForMember(contract.deletePlanWithoutId, async (db, { input, viewer }) => {
    await getOwnPage(db, input.pageHandle, viewer)
    throw new Failure(planFailures.plan_id_malformed)
  }),
]
