import { type OutputOf, platformFailures } from '#contract/http/route.ts'
import { CURRENCY, type Currency, dollarsFromCents } from '#contract/money.ts'
import { payoutMessages as messages } from '#contract/payouts/messages.ts'
import { requestedText } from '#contract/payouts/requested-text.ts'
import * as contract from '#contract/payouts/routes.ts'
import { ownerProofLimits, provePassword } from '#server/domains/accounts/service.ts'
import type { CreatorBalance } from '#server/domains/ledger/service.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
  type Viewer,
} from '#server/platform/http/implement.ts'

import { approveOrWait } from './approval.ts'
import { changeDetails } from './details.ts'
import { type DetailsRow, findDetails } from './details-queries.ts'
import { getPayout, listPayoutsOfCreator, type PayoutRow } from './payout-queries.ts'
import { refuseWithoutFactor, requestPayout } from './payouts.ts'
import { hasRupees, type MonthRow } from './queries.ts'
import { getBalanceAt, listEarningsUntil } from './balances.ts'

const PAYOUTS_PER_PAGE = 50

export const payoutImplementations: Implementation[] = [
  implementForMember(contract.getEarnings, async (db, { viewer, now }) => {
    const creatorId = payeeIdOf(viewer)
    const rupees = (await hasRupees(db, creatorId)) && (await listEarningsUntil(db, creatorId, now, 'INR'))
    return {
      months: (await listEarningsUntil(db, creatorId, now)).map(presentMonth),
      currency: CURRENCY,
      rupees: rupees ? rupees.map(presentMonth) : null,
    }
  }),

  implementForMember(contract.getBalance, async (db, { viewer, now }) => {
    const creatorId = payeeIdOf(viewer)
    const balanceIn = async (currency: Currency) =>
      presentBalance(await getBalanceAt(db, creatorId, now, currency), currency)
    return {
      ...(await balanceIn(CURRENCY)),
      rupees: (await hasRupees(db, creatorId)) ? await balanceIn('INR') : null,
    }
  }),

  implementForMember(contract.getPayoutDetails, async (db, { viewer, now }) => {
    const row = await findDetails(db, payeeIdOf(viewer))
    return { details: row && presentDetails(row, now) }
  }),

  implementInPhases(
    contract.savePayoutDetails,
    async (inTransaction, { input, viewer, platform, now }) => {
      const { currentPassword, ...form } = input
      const creatorId = payeeIdOf(viewer)
      // A second factor was asked for at the door.
      if (!viewer.hasFactor) await provePassword(inTransaction, viewer, currentPassword ?? '')
      const row = await inTransaction((db) => changeDetails(db, platform, { creatorId, form, now }))
      const details = presentDetails(row, now)
      return { msg: details.heldUntil === null ? messages.detailsSaved : messages.detailsHeld, details }
    },
    { limits: ownerProofLimits },
  ),

  implementForMember(contract.requestPayout, async (db, { input, viewer, platform, now }) => {
    const creatorId = payeeIdOf(viewer)
    await refuseWithoutFactor(db, viewer, creatorId, now, input.currency)
    const { id } = await requestPayout(db, creatorId, now, input.currency)
    await approveOrWait(db, platform, id, now)
    const payout = presentPayout(await getPayout(db, id))
    return { msg: requestedText(payout.status), payout }
  }),

  implementForMember(contract.getPayouts, async (db, { input, viewer }) =>
    (
      await listPayoutsOfCreator(db, payeeIdOf(viewer), {
        beforeId: input.cursor ?? null,
        limit: input.limit ?? PAYOUTS_PER_PAGE,
      })
    ).map(presentPayout),
  ),
]

function presentMonth({ month, grossCents, feeCents, netCents }: MonthRow) {
  return {
    month,
    gross: dollarsFromCents(grossCents),
    fee: dollarsFromCents(feeCents),
    net: dollarsFromCents(netCents),
  }
}

function presentBalance(balance: CreatorBalance, currency: Currency) {
  return {
    available: dollarsFromCents(balance.availableMinor),
    pending: dollarsFromCents(balance.pendingMinor),
    reserved: dollarsFromCents(balance.reservedMinor),
    reservedUntil: balance.reservedUntil?.toISOString() ?? null,
    currency,
  }
}

function presentDetails(row: DetailsRow, now: Date) {
  return {
    method: row.method,
    hint: row.hint,
    changedAt: row.changedAt.toISOString(),
    heldUntil: row.heldUntil !== null && row.heldUntil > now ? row.heldUntil.toISOString() : null,
  }
}

function presentPayout(row: PayoutRow): OutputOf<typeof contract.getPayouts>[number] {
  return {
    _id: row.id,
    amount: dollarsFromCents(row.amountCents),
    currency: row.currency,
    status: row.status,
    method: row.method,
    hint: row.hint,
    requestedAt: row.requestedAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
    bankReference: row.bankReference,
    failureReason: row.failureReason,
  }
}

function payeeIdOf(viewer: Viewer): string {
  if (viewer.payeeId === null) throw new Failure(platformFailures.forbidden)
  return viewer.payeeId
}
