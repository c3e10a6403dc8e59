import * as z from 'zod/mini'

import { id } from '../fields.ts'
import { route } from '../http/route.ts'
import { CURRENCIES } from '../money.ts'
import { pageFailures } from '../failures.ts'
import { pageHandle } from '../page-address.ts'
import { planFailures as failures } from './failures.ts'
import { planForm, priceInRange, priceNoticeDays } from './rules.ts'

/** A creator's membership plan, as the viewer sees it. Prices in dollars, or in rupees if its currency says so. */
export const plan = z.object({
  _id: id(),
  id: id(),
  name: z.string(),
  /** Per month: the viewer's own price if they are a member of it, otherwise the price to join. */
  price: z.number(),
  /** Per year, with the yearly discount. */
  yearlyPrice: z.number(),
  currency: z.enum(CURRENCIES),
  description: z.string(),
  /** Its creator recommends it. */
  isRecommended: z.boolean(),
  /** What new members are told; empty for everyone but its creator and its members. */
  welcomeNote: z.string(),
  /** Whether the viewer is a member of this very plan. */
  subscribed: z.boolean(),
})

/** Any string: the handler decides whether it is an id, with a 400 of its own. */
const planIdInPath = z.string().check(z.maxLength(64))

export const getCreatorPlans = route({
  method: 'GET',
  path: '/creatorPlan/getCreatorPlans/:pageHandle',
  caller: 'anyone',
  summary: 'The plans a creator offers, lowest price first.',
  input: z.object({ pageHandle }),
  output: z.array(plan),
  failures: [pageFailures.page_not_found],
})

export const upsertPlan = route({
  method: 'POST',
  path: '/creatorPlan/upsert/:pageHandle',
  caller: 'owner',
  summary:
    'Adds a plan; with an id, it changes that plan. Repeating an identical call returns the existing plan.',
  input: z
    .object({ pageHandle, _id: z.optional(id()), ...planForm, noticeDays: priceNoticeDays })
    .check(...priceInRange),
  output: plan,
  failures: [
    pageFailures.page_not_found,
    failures.plan_not_found,
    failures.plan_name_taken,
    failures.plan_currency_fixed,
  ],
})

export const updatePlan = route({
  method: 'PUT',
  path: '/creatorPlan/update/:pageHandle/:planId',
  caller: 'owner',
  summary: 'Changes a plan. A new price is a new version: current members keep theirs.',
  input: z
    .object({ pageHandle, planId: planIdInPath, ...planForm, noticeDays: priceNoticeDays })
    .check(...priceInRange),
  output: plan,
  failures: [
    pageFailures.page_not_found,
    failures.plan_not_found,
    failures.plan_id_malformed,
    failures.plan_name_taken,
    failures.plan_currency_fixed,
  ],
})

export const deletePlan = route({
  method: 'DELETE',
  path: '/creatorPlan/delete/:pageHandle/:planId',
  caller: 'owner',
  summary: 'Stops offering a plan. Members keep what they paid for; its posts stay with it.',
  input: z.object({ pageHandle, planId: planIdInPath }),
  output: z.object({ msg: z.string() }),
  failures: [pageFailures.page_not_found, failures.plan_not_found, failures.plan_id_malformed],
})

/** A page-level helper was seen to leave the id out. That never means "all". */
export const deletePlanWithoutId = route({
  method: 'DELETE',
  path: '/creatorPlan/delete/:pageHandle',
  caller: 'owner',
  summary: 'Always fails: a plan has to be named.',
  input: z.object({ pageHandle }),
  output: z.object({ msg: z.string() }),
  failures: [pageFailures.page_not_found, failures.plan_id_malformed],
})

export const planRoutes = [getCreatorPlans, upsertPlan, updatePlan, deletePlan, deletePlanWithoutId] as const
