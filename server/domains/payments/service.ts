import * as z from 'zod/mini'

import { shareOfCents } from '#contract/money.ts'
import { paymentFailures } from '#contract/payments/routes.ts'
import { getFeeBasisPoints } from '#server/domains/creators/service.ts'
import { bookCharge } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { razorpayWebhookBody, type RazorpayWebhookBody } from '#server/platform/razorpay/entities.ts'
import { isSignedByProvider, type WebhookSecrets } from '#server/platform/razorpay/signature.ts'

import { paymentCaptured, providerEventReceived, providerTold } from './events.ts'
import {
  findProviderEvent,
  insertPayment,
  insertProviderEvent,
  listWaitingProviderEvents,
  markProviderEventsApplied,
  type Purchase,
} from './queries.ts'
import { importRefundsOfPayment } from './refunds/import-provider-refunds.ts'
import { type ProviderFee, recordProviderFee } from './settlements/provider-fees.ts'

export { noteReconciled, reconcileSince } from './webhooks/reconciled-until-queries.ts'
export { listKnownPaymentIds, listLongWaitingSubjects, listPaymentsOfCreator } from './queries.ts'
export { learnProviderFee, providerFeeOf } from './settlements/provider-fees.ts'
export type { Purchase } from './queries.ts'
export { returnedCentsSql } from './locked-payment-queries.ts'
export { disputesSql, isDisputedSql, paymentsInDisputeSql } from './disputes/dispute-queries.ts'
export { refundPayment, refundUpTo } from './refunds/refunds.ts'

/** Who paid whom for what. */
export interface ChargeTarget {
  subscriptionId: string
  memberId: string
  creatorId: string
  planId: string
  bought: Purchase
}

export interface Charge {
  providerPaymentId: string
  amountCents: number
  currency: string
  capturedAt: Date
  /** The amount the provider refunded before we heard of the charge. */
  refundedCents?: number
  /** What the provider keeps of it, tax included, in its own currency; absent if not reported yet. */
  providerFee?: ProviderFee | null
}

/**
 * Books one charge: the payment with the platform's fee fixed at this moment, and the ledger beside it. The same charge
 * reaches us by checkout, by several webhooks and by the reconciler, in any order; it is booked once. Answers the new
 * payment's id, or null if it was already known.
 */
export async function recordCharge(
  db: Db,
  target: ChargeTarget,
  charge: Charge,
  now: Date,
): Promise<string | null> {
  const feeBasisPoints = await getFeeBasisPoints(db, target.creatorId)
  const feeCents = shareOfCents(charge.amountCents, feeBasisPoints)
  const netCents = charge.amountCents - feeCents
  const id = newId(now)
  const isNew = await insertPayment(db, {
    id,
    ...target,
    providerPaymentId: charge.providerPaymentId,
    amountCents: charge.amountCents,
    currency: charge.currency,
    capturedAt: charge.capturedAt,
    feeBasisPoints,
    feeCents,
    netCents,
    createdAt: now,
  })
  if (!isNew) {
    if (charge.providerFee) await recordProviderFee(db, charge.providerPaymentId, charge.providerFee, now)
    return null
  }
  await bookCharge(db, {
    paymentId: charge.providerPaymentId,
    creatorId: target.creatorId,
    currency: charge.currency,
    grossMinor: charge.amountCents,
    feeMinor: feeCents,
    netMinor: netCents,
    occurredAt: charge.capturedAt,
  })
  if (charge.providerFee)
    await recordProviderFee(db, charge.providerPaymentId, charge.providerFee, charge.capturedAt)
  const { providerPaymentId } = charge
  if (charge.refundedCents)
    await enqueue(
      db,
      importRefundsOfPayment,
      { providerPaymentId },
      { key: `import-provider-refunds:${providerPaymentId}` },
    )
  await emit(db, paymentCaptured, { paymentId: id }, now)
  return id
}

const envelope = z.object({ event: z.string() })

/**
 * Takes a webhook: nothing is trusted before the signature over the raw bytes is verified, and nothing is applied here.
 * It is stored once per event id, and the reaction to it is queued in the same transaction.
 */
export async function receiveProviderEvent(
  db: Db,
  webhook: { rawBody: Buffer; signature: string; eventId: string; secrets: WebhookSecrets; now: Date },
): Promise<void> {
  if (!isSignedByProvider(webhook.rawBody, webhook.signature, webhook.secrets, webhook.now))
    throw new Failure(paymentFailures.webhook_unsigned)
  const json = readJson(webhook.rawBody)
  const named = z.safeParse(envelope, json)
  const parsed = z.safeParse(razorpayWebhookBody, json)
  const payload = parsed.success ? parsed.data.payload : {}
  const id = newId(webhook.now)
  const subject = subjectOf(payload) ?? `event:${id}`
  const isNew = await insertProviderEvent(db, {
    id,
    eventId: webhook.eventId,
    name: named.success ? named.data.event : 'unknown',
    subject,
    body: webhook.rawBody,
    receivedAt: webhook.now,
  })
  if (!isNew) return
  // An event about a payment alone doesn't say what it was for. Another event mostly does soon, which saves a query.
  const isBehind = !payload.subscription && !payload.invoice
  await emit(db, providerTold, { subject }, webhook.now, { key: subject, keepsPlace: true, isBehind })
  if (payload.refund || payload.dispute || payload.payout)
    await emit(db, providerEventReceived, { providerEventId: id }, webhook.now)
}

/** What an event is about: a subscription or, if only a payment is named, its invoice. */
function subjectOf({
  subscription,
  invoice,
  payment,
}: Partial<RazorpayWebhookBody['payload']>): string | null {
  return (
    subscription?.entity.id ??
    invoice?.entity.subscription_id ??
    payment?.entity.invoice_id ??
    payment?.entity.id ??
    null
  )
}

/** A stored event that waits to be applied. */
export interface WaitingEvent {
  id: string
  /** null: we can't read it, so there is nothing to apply. */
  news: RazorpayWebhookBody | null
}

/** All stored events about a subject that wait to be applied, in order of arrival. */
export async function listWaitingEvents(db: Db, subject: string): Promise<WaitingEvent[]> {
  const rows = await listWaitingProviderEvents(db, subject)
  return rows.map(({ id, body }) => ({ id, news: readEvent(body) }))
}

/** One stored event, applied or not: for reactions to a part of it that is safe to apply twice. */
export async function findStoredEvent(db: Db, providerEventId: string): Promise<RazorpayWebhookBody | null> {
  const row = await findProviderEvent(db, providerEventId)
  return row && readEvent(row.body)
}

function readEvent(body: Buffer): RazorpayWebhookBody | null {
  const parsed = z.safeParse(razorpayWebhookBody, readJson(body))
  return parsed.success ? parsed.data : null
}

/** Everything signed is stored; a body that isn't JSON says nothing we could apply. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** Closes events once all their content is applied. */
export async function closeProviderEvents(db: Db, events: readonly WaitingEvent[], now: Date): Promise<void> {
  if (events.length > 0)
    await markProviderEventsApplied(
      db,
      events.map(({ id }) => id),
      now,
    )
}
