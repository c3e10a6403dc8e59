import type { Currency } from '#contract/money.ts'
import { splitRefund } from '#contract/payments/refund-rules.ts'
import { returnsOf } from '#contract/subscriptions/engine/unused-time.ts'
import type { Db } from '#server/platform/db/query.ts'

import {
  listCredits,
  listPaidBeyond,
  listReturnablePayments,
  type ReturnablePayment,
} from './page-closure-queries.ts'

/**
 * What a page owes its members in one currency if it closes, in cents: returned = out of the creator's balance + out of
 * our fees.
 */
export interface ClosingDue {
  /** Memberships that are paid beyond the closing. */
  memberCount: number
  returnedCents: number
  fromBalanceCents: number
  fromFeesCents: number
}

const MEMBERSHIPS_AT_A_TIME = 1000
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000'

/**
 * What goes back to the members of a page that closes as of `since`, from payments in their present state: the sum of
 * what {@link returnUnusedTime} would return, by the same rule and to the cent.
 */
export async function getClosingDue(
  db: Db,
  creatorId: string,
  since: Date,
  currency: Currency,
): Promise<ClosingDue> {
  const due: ClosingDue = { memberCount: 0, returnedCents: 0, fromBalanceCents: 0, fromFeesCents: 0 }
  let afterId = BEFORE_EVERY_ID
  for (;;) {
    const ids = await listPaidBeyond(db, {
      creatorId,
      currency,
      since,
      afterId,
      limit: MEMBERSHIPS_AT_A_TIME,
    })
    const lastId = ids.at(-1)
    if (lastId === undefined) return due
    due.memberCount += ids.length
    await addReturns(db, due, ids, since)
    afterId = lastId
  }
}

/** What goes back to one member when the page closes as of `since`, in cents. */
export async function getReturnOnClosing(db: Db, subscriptionId: string, since: Date): Promise<number> {
  const due: ClosingDue = { memberCount: 1, returnedCents: 0, fromBalanceCents: 0, fromFeesCents: 0 }
  await addReturns(db, due, [subscriptionId], since)
  return due.returnedCents
}

async function addReturns(db: Db, due: ClosingDue, ids: readonly string[], since: Date): Promise<void> {
  const paymentsOf = Map.groupBy(
    await listReturnablePayments(db, ids, since),
    ({ subscriptionId }) => subscriptionId,
  )
  const creditOf = new Map((await listCredits(db, ids)).map((credit) => [credit.subscriptionId, credit]))
  for (const [subscriptionId, payments] of paymentsOf) {
    const byId = new Map(payments.map((payment) => [payment.paymentId, payment]))
    for (const { paymentId, cents } of returnsOf(payments, creditOf.get(subscriptionId) ?? null, since)) {
      const payment = byId.get(paymentId)
      if (payment) addReturn(due, payment, cents)
    }
  }
}

/** A disputed amount can't go back twice. */
function addReturn(due: ClosingDue, payment: ReturnablePayment, cents: number): void {
  const returned = Math.min(cents, payment.returnableCents)
  if (returned <= 0) return
  const { feeCents, netCents } = splitRefund(returned, payment, {
    amountCents: payment.takenCents,
    feeCents: payment.takenFeeCents,
  })
  due.returnedCents += returned
  due.fromBalanceCents += netCents
  due.fromFeesCents += feeCents
}
