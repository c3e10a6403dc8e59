import * as z from 'zod/mini'

import { id, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { subscriptionMessages as messages } from './messages.ts'

/**
 * What the supporter's billing overview shows besides the memberships themselves. Amounts in dollars, or in the
 * currency beside them.
 */
const billingOverview = z.object({
  /** Every charge of the coming twelve months, earliest first, if nothing changes. */
  charges: z.array(
    z.object({
      m2cSubscriptionId: id(),
      pageName: z.string(),
      pageHandle: z.string(),
      planName: z.string(),
      at: moment,
      amount: z.number(),
      currency: z.string(),
    }),
  ),
  /** Failed renewals that wait for a working card until access ends. */
  overdue: z.array(
    z.object({
      m2cSubscriptionId: id(),
      pageName: z.string(),
      planName: z.string(),
      amount: z.number(),
      currency: z.string(),
      until: moment,
    }),
  ),
  /** What all renewing memberships in dollars cost per month; a yearly one counts a twelfth. */
  monthlyTotal: z.number(),
  /** The same for those in rupees, in rupees. The budget does not count them. */
  monthlyRupees: z.number(),
  /** The most the member wants to spend per month on memberships in dollars; null: no limit. */
  monthlyBudget: z.nullable(z.number()),
  /** What was paid and not refunded, by calendar year in UTC and by currency, newest first. */
  years: z.array(
    z.object({
      year: z.number(),
      currency: z.string(),
      total: z.number(),
      creators: z.array(
        z.object({ pageName: z.string(), pageHandle: z.string(), total: z.number(), payments: z.number() }),
      ),
    }),
  ),
})

export const getBillingOverview = route({
  method: 'GET',
  path: '/m2cSubscription/billingOverview',
  caller: 'member',
  summary: 'Upcoming charges, the monthly total, the budget, and what was paid each year.',
  input: z.object({}),
  output: billingOverview,
  failures: [],
})

const BUDGET_MAX_DOLLARS = 100_000

export const setBudget = route({
  method: 'PUT',
  path: '/m2cSubscription/budget',
  caller: 'member',
  summary: 'Sets the most that the member wants to spend a month, in whole dollars; null removes the limit.',
  input: z.object({
    monthlyBudget: z.nullable(
      z
        .int(messages.budgetMalformed)
        .check(z.gte(1, messages.budgetMalformed), z.lte(BUDGET_MAX_DOLLARS, messages.budgetMalformed)),
    ),
  }),
  output: z.object({ monthlyBudget: z.nullable(z.number()) }),
  failures: [],
})

export const billingOverviewRoutes = [getBillingOverview, setBudget] as const
