import type { Db } from '#server/platform/db/query.ts'

import { book, creatorEntry, entry } from './book.ts'
import { type EntryRow, getTotal } from './queries.ts'

/** Amount in minor units. */
export interface BookedPayout {
  id: string
  creatorId: string
  currency: string
  amountMinor: number
  occurredAt: Date
  /** What it leaves the bank as, if that is another currency; absent: as it is. */
  exchange?: Exchange | null
}

/** A payout in the currency that our bank pays it in. */
export interface Exchange {
  currency: string
  amountMinor: number
  /** What its money was worth by the rates at which it had come: it leaves `exchange` for that. */
  worthMinor: number
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
    entries: [entry('payouts_in_transit', currency, amountMinor), ...leaves(payout, 1)],
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
    entries: [...leaves(payout, -1), creatorEntry(payout.creatorId, currency, -amountMinor)],
  })
}

/**
 * The money leaves our bank, or comes back as it left (-1). In another currency it goes through `exchange`, for what it
 * was worth there; what the bank pays above or below that is the exchange difference.
 */
function leaves({ currency, amountMinor, exchange }: BookedPayout, sign: 1 | -1): EntryRow[] {
  if (!exchange) return [entry('bank', currency, -sign * amountMinor)]
  const { currency: paidIn, amountMinor: paidMinor, worthMinor } = exchange
  return [
    entry('exchange', currency, -sign * amountMinor),
    entry('exchange', paidIn, sign * worthMinor),
    entry('exchange_differences', paidIn, sign * (paidMinor - worthMinor)),
    entry('bank', paidIn, -sign * paidMinor),
  ]
}

/**
 * What an amount was worth in another currency by the rates at which `exchange` got its money. Whatever it doesn't hold,
 * as nothing was settled yet, is worth `atRateMinor`, the amount at the rate of the day.
 */
export async function worthInExchange(
  db: Db,
  { currency, amountMinor }: { currency: string; amountMinor: number },
  { currency: other, atRateMinor }: { currency: string; atRateMinor: number },
): Promise<number> {
  const [held, paid] = [await getTotal(db, 'exchange', currency), -(await getTotal(db, 'exchange', other))]
  const share = Math.min(amountMinor, held)
  if (share <= 0 || paid <= 0) return atRateMinor
  return shareOf(paid, share, held) + shareOf(atRateMinor, amountMinor - share, amountMinor)
}

/** Rounded to the nearest minor unit. */
function shareOf(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))
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
