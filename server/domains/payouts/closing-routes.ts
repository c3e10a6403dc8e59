import { platformFailures } from '#contract/http/route.ts'
import { CURRENCY, dollarsFromCents } from '#contract/money.ts'
import * as contract from '#contract/payouts/closing-routes.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { getClosingOutlook } from './closing.ts'

export const closingImplementations: Implementation[] = [
  implementForMember(
    contract.getClosing,
    async (db, { viewer, now }) => {
      if (viewer.payeeId === null) throw new Failure(platformFailures.forbidden)
      const { due, ...outlook } = await getClosingOutlook(db, viewer.payeeId, now)
      return {
        memberCount: due.memberCount,
        returned: dollarsFromCents(due.returnedCents),
        fromBalance: dollarsFromCents(due.fromBalanceCents),
        fromFees: dollarsFromCents(due.fromFeesCents),
        balance: dollarsFromCents(outlook.balanceCents),
        left: dollarsFromCents(outlook.leftCents),
        payable: dollarsFromCents(Math.max(0, outlook.payableCents)),
        closedSince: outlook.closedSince?.toISOString() ?? null,
        currency: CURRENCY,
      }
    },
    { isHeavy: true },
  ),
]
