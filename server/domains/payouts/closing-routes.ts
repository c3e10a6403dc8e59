import { platformFailures } from '#contract/http/route.ts'
import { CURRENCY, type Currency, dollarsFromCents } from '#contract/money.ts'
import * as contract from '#contract/payouts/closing-routes.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { type ClosingOutlook, getClosingOutlook } from './closing.ts'

export const closingImplementations: Implementation[] = [
  implementForMember(
    contract.getClosing,
    async (db, { viewer, now }) => {
      if (viewer.payeeId === null) throw new Failure(platformFailures.forbidden)
      const creatorId = viewer.payeeId
      const outlookIn = (currency: Currency) => getClosingOutlook(db, creatorId, now, currency)
      const dollars = await outlookIn(CURRENCY)
      const rupees = await outlookIn('INR')
      const hasRupees = rupees.due.memberCount > 0 || rupees.balanceCents !== 0
      return {
        memberCount: dollars.due.memberCount + rupees.due.memberCount,
        ...presentSums(dollars),
        rupees: hasRupees ? presentSums(rupees) : null,
        closedSince: dollars.closedSince?.toISOString() ?? null,
        currency: CURRENCY,
      }
    },
    { isHeavy: true },
  ),
]

function presentSums({ due, ...outlook }: ClosingOutlook) {
  return {
    returned: dollarsFromCents(due.returnedCents),
    fromBalance: dollarsFromCents(due.fromBalanceCents),
    fromFees: dollarsFromCents(due.fromFeesCents),
    balance: dollarsFromCents(outlook.balanceCents),
    left: dollarsFromCents(outlook.leftCents),
    payable: dollarsFromCents(Math.max(0, outlook.payableCents)),
  }
}
