import { platformFailures } from '#contract/http/route.ts'
import { CURRENCY, dollarsFromCents } from '#contract/money.ts'
import * as contract from '#contract/payouts/routes.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember, type Viewer } from '#server/platform/http/implement.ts'

import { getBalanceAt, listEarningsUntil } from './service.ts'

export const payoutImplementations: Implementation[] = [
  implementForMember(contract.getEarnings, async (db, { viewer, now }) => {
    const months = await listEarningsUntil(db, creatorIdOf(viewer), now)
    return {
      months: months.map(({ month, grossCents, feeCents, netCents }) => ({
        month,
        gross: dollarsFromCents(grossCents),
        fee: dollarsFromCents(feeCents),
        net: dollarsFromCents(netCents),
      })),
      currency: CURRENCY,
    }
  }),

  implementForMember(contract.getBalance, async (db, { viewer, now }) => {
    const { availableMinor, pendingMinor } = await getBalanceAt(db, creatorIdOf(viewer), now)
    return {
      available: dollarsFromCents(availableMinor),
      pending: dollarsFromCents(pendingMinor),
      currency: CURRENCY,
    }
  }),
]

function creatorIdOf(viewer: Viewer): string {
  if (viewer.creatorId === null) throw new Failure(platformFailures.forbidden)
  return viewer.creatorId
}
