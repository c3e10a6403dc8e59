import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RazorpayPayment } from '#server/platform/razorpay/entities.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { listUnconfirmed, setConfirmed, setUnknown, type UnconfirmedPayment } from './unconfirmed-queries.ts'

/** Of many thousands an hour, nearly all are in the list that was fetched anyway. */
const COMPARED = 20_000
/** Asked about one by one. */
const ASKED = 50

/**
 * Compares payments that only webhooks have told of with what the provider lists, and asks about the rest. A webhook is
 * signed, but its secret may have been stolen: what the provider doesn't know is nobody's balance until it does, and is
 * asked about again.
 */
export async function confirmPayments(
  inTransaction: InTransaction,
  listed: readonly RazorpayPayment[],
  { platform: { razorpay, log }, now }: { platform: Pick<Platform, 'razorpay' | 'log'>; now: Date },
): Promise<void> {
  const theirs = new Map(listed.map((payment) => [payment.id, payment]))
  const unconfirmed = await inTransaction((db) => listUnconfirmed(db, COMPARED))
  const [confirmed, rest] = [new Set<string>(), [] as UnconfirmedPayment[]]
  for (const own of unconfirmed) {
    if (isSame(own, theirs.get(own.providerPaymentId))) confirmed.add(own.paymentId)
    else rest.push(own)
  }
  if (confirmed.size > 0) await inTransaction((db) => setConfirmed(db, [...confirmed]))
  for (const own of rest.slice(0, ASKED)) {
    if (isSame(own, await find(own.providerPaymentId)))
      await inTransaction((db) => setConfirmed(db, [own.paymentId]))
    else {
      log.error({ paymentId: own.paymentId }, 'the provider does not know a payment that a webhook told of')
      await inTransaction((db) => setUnknown(db, own.paymentId, now))
    }
  }

  async function find(id: string): Promise<RazorpayPayment | undefined> {
    try {
      return await razorpay.getPayment(id)
    } catch (error) {
      if (refusalOf(error) === 'unknown_id') return undefined
      throw error
    }
  }
}

function isSame({ amountCents, currency }: UnconfirmedPayment, their: RazorpayPayment | undefined): boolean {
  return (
    (their?.status === 'captured' || their?.status === 'refunded') &&
    their.amount === amountCents &&
    their.currency === currency
  )
}
