import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { insertEntries, insertTransaction } from './queries.ts'

export { type CreatorBalance, getCreatorBalance, listEntries } from './queries.ts'

/**
 * Books a supporter's charge: the money is with the provider (debit), and is owed to the platform and the creator
 * (credits). Amounts are minor units and must fit: gross = fee + net. Safe to call twice: the reference is booked
 * once. Answers whether it was booked now.
 */
export async function bookCharge(
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
  },
): Promise<boolean> {
  const id = newId(charge.occurredAt)
  const isNew = await insertTransaction(db, {
    id,
    reference: `charge:${charge.paymentId}`,
    occurredAt: charge.occurredAt,
  })
  if (!isNew) return false
  const { currency, creatorId } = charge
  const entries = [
    { account: 'provider_clearing', creatorId: null, currency, amountMinor: charge.grossMinor },
    { account: 'platform_fees', creatorId: null, currency, amountMinor: -charge.feeMinor },
    { account: 'creator_balance', creatorId, currency, amountMinor: -charge.netMinor },
  ]
  // An entry of nothing says nothing, and the database refuses it.
  await insertEntries(
    db,
    id,
    entries.filter(({ amountMinor }) => amountMinor !== 0),
  )
  return true
}
