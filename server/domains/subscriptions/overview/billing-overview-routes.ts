import { CURRENCY, centsFromWire, dollarsFromCents } from '#contract/money.ts'
import * as contract from '#contract/subscriptions/billing-overview-routes.ts'
import { accessEnd } from '#contract/subscriptions/engine/access.ts'
import { comingCharges } from '#contract/subscriptions/engine/coming-charges.ts'
import { addIntervals } from '#contract/subscriptions/engine/periods.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { totalByMonthCents } from '../checkout/budget.ts'
import { providerDatesOf } from '../lifecycle/paid-period.ts'
import { membershipOf, type SubscriptionRow } from '../queries.ts'
import {
  findBudget,
  listPaidByYear,
  listRenewing,
  saveBudget,
  type YearlyRow,
} from './billing-overview-queries.ts'

export const billingOverviewImplementations: Implementation[] = [
  implementForMember(contract.getBillingOverview, async (db, { viewer, now }) => {
    const rows = await listRenewing(db, viewer.id)
    const budgetCents = await findBudget(db, viewer.id)
    const before = addIntervals(now, 'yearly', 1)
    return {
      charges: rows
        .flatMap((row) => chargesOf(row, before))
        .toSorted((one, other) => one.at.localeCompare(other.at)),
      overdue: rows.flatMap(overdueOf),
      monthlyTotal: dollarsFromCents(totalByMonthCents(rows, CURRENCY)),
      monthlyRupees: dollarsFromCents(totalByMonthCents(rows, 'INR')),
      monthlyBudget: budgetCents === null ? null : dollarsFromCents(budgetCents),
      years: byYear(await listPaidByYear(db, viewer.id)),
    }
  }),

  implementForMember(contract.setBudget, async (db, { input, viewer, now }) => {
    const { monthlyBudget } = input
    await saveBudget(db, viewer.id, monthlyBudget === null ? null : centsFromWire(monthlyBudget), now)
    return { monthlyBudget }
  }),
]

function chargesOf(row: SubscriptionRow, before: Date) {
  return comingCharges(membershipOf(row), providerDatesOf(row), before).map(({ at, amountCents }) => ({
    m2cSubscriptionId: row.id,
    pageName: row.pageName,
    pageHandle: row.handle,
    planName: row.nextPlanName ?? row.planName,
    at: at.toISOString(),
    amount: dollarsFromCents(amountCents),
    currency: row.currency,
  }))
}

/** A failed renewal: it continues if another card can be charged before access ends. */
function overdueOf(row: SubscriptionRow) {
  const until = row.status === 'past_due' ? accessEnd(row) : null
  if (until === null) return []
  const { id, pageName, planName, priceCents, currency } = row
  const amount = dollarsFromCents(priceCents)
  return [{ m2cSubscriptionId: id, pageName, planName, amount, currency, until: until.toISOString() }]
}

function byYear(rows: readonly YearlyRow[]) {
  const groups = Map.groupBy(rows, ({ year, currency }) => `${year} ${currency}`)
  return [...groups.values()].map((creators) => ({
    year: creators[0]?.year ?? 0,
    currency: creators[0]?.currency ?? CURRENCY,
    total: dollarsFromCents(creators.reduce((sum, { cents }) => sum + cents, 0)),
    creators: creators.map(({ pageName, handle, cents, payments }) => ({
      pageName,
      pageHandle: handle,
      total: dollarsFromCents(cents),
      payments,
    })),
  }))
}
