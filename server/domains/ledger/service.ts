import type { Db } from '#server/platform/db/query.ts'

import { book, creatorEntry, entry } from './book.ts'

export { type Movement, movementSql, movesSql } from './balance-days-queries.ts'
export { type CreatorBalance, getCreatorBalance } from './balance-queries.ts'
export { type Among, type Finding, FOUND_MOST } from './finding.ts'
export {
  findBalanceDifferences,
  findBrokenSeals,
  findChargeDifferences,
  findChargesWithoutPayment,
  findSums,
  findUnbalanced,
  findUnpublishedSeals,
  findUnsealed,
  findVainWaiting,
  hasTime,
  isAmong,
} from './finding-queries.ts'
export { listEntries } from './queries.ts'
export {
  bookClosingLoss,
  bookUnclaimed,
  bookUnclaimedPaid,
  bookUnclaimedReturned,
  type BookedRest,
} from './closed-balances.ts'
export {
  bookPayout,
  bookPayoutFailed,
  bookPayoutFee,
  bookPayoutFeeReturned,
  bookPayoutPaid,
  bookPayoutReversed,
  type BookedPayout,
  type BookedPayoutFee,
  worthInExchange,
} from './payouts.ts'
export {
  bookDisputeChange,
  bookDisputeLoss,
  bookDisputeLost,
  bookDisputeOpened,
  bookDisputeReleased,
  bookRefund,
  bookRefundCameBack,
  bookRefundFailed,
  bookRefundPaid,
  bookRefundSent,
  type TakenBack,
} from './refunds.ts'

export { bookAttributedItem, bookSettlement, type SettledItem } from './settlements.ts'

/**
 * Books a supporter's charge: the money is with the provider (debit), and is owed to the platform and the creator
 * (credits). Amounts are minor units and must fit: gross = fee + net. Safe to call twice: the reference is booked once.
 * Answers whether it was booked now.
 */
export function bookCharge(
  db: Db,
  charge: {
    /** The provider's payment id. */
    paymentId: string
    creatorId: string
    currency: string
    grossMinor: number
    feeMinor: number
    netMinor: number
    occurredAt: Date
    /** What it bought, in one line. */
    purchase?: string
  },
): Promise<boolean> {
  const { currency, creatorId } = charge
  return book(db, {
    reference: `charge:${charge.paymentId}`,
    occurredAt: charge.occurredAt,
    ...(charge.purchase !== undefined && { purchase: charge.purchase }),
    entries: [
      entry('provider_clearing', currency, charge.grossMinor),
      entry('platform_fees', currency, -charge.feeMinor),
      creatorEntry(creatorId, currency, -charge.netMinor),
    ],
  })
}

/** Books what the provider keeps of a charge, in its own currency: it settles that much less. */
export function bookProviderFee(
  db: Db,
  fee: { paymentId: string; currency: string; feeMinor: number; occurredAt: Date },
): Promise<boolean> {
  if (fee.feeMinor === 0) return Promise.resolve(false)
  return book(db, {
    reference: `provider-fee:${fee.paymentId}`,
    occurredAt: fee.occurredAt,
    entries: [
      entry('provider_fees', fee.currency, fee.feeMinor),
      entry('provider_clearing', fee.currency, -fee.feeMinor),
    ],
  })
}
