import { bookDisputeChange, bookDisputeOpened } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { type LockedPayment, lockPayment } from '../locked-payment-queries.ts'
import { bookApprovedRefund, bookingOf, deciderOf, splitOf } from '../refunds/book-refund.ts'
import { failRefund, payByTransfer } from '../refunds/refund-effects.ts'
import {
  insertRefund,
  listWaitingRefunds,
  type RefundRow,
  setReplacedByDispute,
} from '../refunds/refund-queries.ts'
import { addHeld, type Claim, insertDisputeChange, listClaims } from './claim-queries.ts'

/**
 * Brings what banks ask of a payment in line with what is left of it. An open dispute holds as much of the payment as is
 * neither given back nor set aside for a refund, which waits. What a lost one took replaces such refunds first, then
 * comes from platform and creator; the platform bears what had left before. Runs after every step that may have changed
 * one of these, and any number of times. The payment is locked. `roomCents`: money that has left in another way, which
 * is about to be booked.
 */
export async function alignClaims(
  db: Db,
  paymentId: string,
  { now, roomCents = 0 }: { now: Date; roomCents?: number },
): Promise<void> {
  const claims = await listClaims(db, paymentId)
  if (claims.length === 0) return
  const lost = claims.filter(({ isLost }) => isLost)
  const open = claims.filter(({ isLost }) => !isLost)
  for (const claim of lost) await replaceWaiting(db, paymentId, claim, now)
  let spareCents = (await spareOf(db, paymentId)) - roomCents
  const move = async (claim: Claim, cents: number) => {
    if (cents === 0) return
    await change(db, paymentId, claim, cents, now)
    spareCents -= cents
  }
  for (const claim of [...lost, ...open].toReversed()) {
    const givenCents = claim.isLost ? claim.askedCents - claim.borneCents : claim.heldCents
    if (spareCents < 0) await move(claim, -Math.min(-spareCents, givenCents))
  }
  for (const claim of lost) if (spareCents > 0) await move(claim, Math.min(spareCents, claim.borneCents))
  for (const claim of open)
    if (claim.heldCents > claim.askedCents) await move(claim, claim.askedCents - claim.heldCents)
  let waitingCents = sumOf(await listWaitingRefunds(db, paymentId))
  for (const claim of open) {
    const missingCents = Math.max(0, claim.askedCents - claim.heldCents)
    const coveredCents = Math.min(missingCents, waitingCents)
    waitingCents -= coveredCents
    if (spareCents > 0) await move(claim, Math.min(spareCents, missingCents - coveredCents))
  }
}

const sumOf = (refunds: readonly RefundRow[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

async function getLocked(db: Db, paymentId: string): Promise<LockedPayment> {
  const payment = await lockPayment(db, paymentId)
  if (!payment) throw new Error(`The payment ${paymentId} is locked and is not there`)
  return payment
}

/** What has been taken of a payment neither by a refund nor by a dispute; negative: more was than came in. */
async function spareOf(db: Db, paymentId: string): Promise<number> {
  const { amountCents, takenCents } = await getLocked(db, paymentId)
  return amountCents - takenCents
}

/** The bank gave the supporter what a refund was to give: the refund is dropped, and only its rest is still owed. */
async function replaceWaiting(db: Db, paymentId: string, claim: Claim, now: Date): Promise<void> {
  let missingCents = claim.borneCents
  for (const refund of await listWaitingRefunds(db, paymentId)) {
    if (missingCents <= 0) return
    await failRefund(db, await getLocked(db, paymentId), refund, { now, isReplaced: true })
    await setReplacedByDispute(db, refund.id, claim.id)
    const restCents = refund.amountCents - missingCents
    missingCents -= refund.amountCents
    if (restCents > 0) await renew(db, await getLocked(db, paymentId), refund, restCents, now)
  }
}

async function renew(
  db: Db,
  payment: LockedPayment,
  refund: RefundRow,
  amountCents: number,
  now: Date,
): Promise<void> {
  const refundId = newId(now)
  await insertRefund(db, { ...refund, id: refundId, amountCents, retryOf: refund.id })
  await bookApprovedRefund(db, payment, { refundId, amountCents, decidedBy: deciderOf(refund), now })
  if (refund.status === 'manual') await payByTransfer(db, refundId, now)
}

/** Takes a part of the payment for a claim; negative: gives it back. */
async function change(
  db: Db,
  paymentId: string,
  claim: Claim,
  amountCents: number,
  now: Date,
): Promise<void> {
  const payment = await getLocked(db, paymentId)
  const part = { amountCents, ...splitOf(payment, amountCents) }
  if (!claim.isLost) await addHeld(db, claim.id, part)
  if (!claim.isLost && !claim.hasHeld) {
    await bookDisputeOpened(db, bookingOf(payment, { ...part, id: claim.id }, now))
    return
  }
  const id = newId(now)
  await insertDisputeChange(db, { ...part, id, disputeId: claim.id, isOfLoss: claim.isLost, now })
  const booking = bookingOf(payment, { ...part, id: `${claim.id}:${id}` }, now)
  await bookDisputeChange(db, booking, { isOfLoss: claim.isLost })
}
