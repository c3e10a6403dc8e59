import type { Db } from '#server/platform/db/query.ts'

import { book, creatorEntry, entry } from './book.ts'

/** Amount in minor units. */
export interface BookedPayout {
  id: string
  creatorId: string
  currency: string
  amountMinor: number
  occurredAt: Date
}

/** A payout is requested: the creator can't request the money again. */
export function bookPayout(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [
      creatorEntry(payout.creatorId, currency, amountMinor),
      entry('payouts_in_transit', currency, -amountMinor),
    ],
  })
}

/** It arrived: the money left our bank. */
export function bookPayoutPaid(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout-paid:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [entry('payouts_in_transit', currency, amountMinor), entry('bank', currency, -amountMinor)],
  })
}

/** It never left: the creator is owed it again. */
export function bookPayoutFailed(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout-failed:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [
      entry('payouts_in_transit', currency, amountMinor),
      creatorEntry(payout.creatorId, currency, -amountMinor),
    ],
  })
}

/** It arrived and came back. */
export function bookPayoutReversed(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout-reversed:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [entry('bank', currency, amountMinor), creatorEntry(payout.creatorId, currency, -amountMinor)],
  })
}

/** The provider's fee for a payout, in its own currency: our account there is debited that much more. */
export interface BookedPayoutFee {
  /** The payout's. */
  id: string
  currency: string
  feeMinor: number
  occurredAt: Date
}

/** Books the provider's fee for a payout that arrived. */
export function bookPayoutFee(db: Db, fee: BookedPayoutFee): Promise<boolean> {
  return bookFee(db, `payout-fee:${fee.id}`, fee, fee.feeMinor)
}

/** Books that the fee came back with the payout. */
export function bookPayoutFeeReturned(db: Db, fee: BookedPayoutFee): Promise<boolean> {
  return bookFee(db, `payout-fee-returned:${fee.id}`, fee, -fee.feeMinor)
}

function bookFee(
  db: Db,
  reference: string,
  { currency, occurredAt }: BookedPayoutFee,
  feeMinor: number,
): Promise<boolean> {
  if (feeMinor === 0) return Promise.resolve(false)
  return book(db, {
    reference,
    occurredAt,
    entries: [entry('provider_fees', currency, feeMinor), entry('bank', currency, -feeMinor)],
  })
}
