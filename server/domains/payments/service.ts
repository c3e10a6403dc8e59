import * as z from 'zod/mini'

import { paymentFailures } from '#contract/payments/routes.ts'
import { shareOfCents } from '#contract/money.ts'
import { getFeeBasisPoints } from '#server/domains/creators/service.ts'
import { bookCharge } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { razorpayWebhookBody, type RazorpayWebhookBody } from '#server/platform/razorpay/entities.ts'
import { isSignedByProvider, type WebhookSecrets } from '#server/platform/razorpay/signature.ts'

import { adoptRefundsOfPayment } from './adopt-refunds.ts'
import { paymentCaptured, providerEventReceived } from './events.ts'
import { type ProviderFee, recordProviderFee } from './provider-fees.ts'
import {
  findProviderEvent,
  insertPayment,
  insertProviderEvent,
  markProviderEventApplied,
  type Purchase,
} from './queries.ts'

export { listKnownPaymentIds, listPaymentsOfCreator } from './queries.ts'
export { providerFeeOf } from './provider-fees.ts'
export type { Purchase } from './queries.ts'
export { refundPayment } from './refunds.ts'

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
  /** What of it the provider gave back before we heard of it. */
  refundedCents?: number
  /** What the provider keeps of it, tax included, in its own currency; absent while it has not told. */
  providerFee?: ProviderFee | null
}

/**
 * Books one charge: the payment with the platform's fee fixed at this moment, and the ledger beside it. The same
 * charge reaches us by checkout, by several webhooks and by the reconciler, in any order; it is booked once. Answers
 * the new payment's id, or null when it was known.
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
  if (!isNew) return null
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
      adoptRefundsOfPayment,
      { providerPaymentId },
      { key: `adopt-refunds:${providerPaymentId}` },
    )
  await emit(db, paymentCaptured, { paymentId: id }, now)
  return id
}

const envelope = z.object({ event: z.string() })

/**
 * Takes a webhook: nothing is believed before the signature over the raw bytes holds, and nothing is applied here. It
 * is stored once per event id, and the reaction to it is queued in the same transaction.
 */
export async function receiveProviderEvent(
  db: Db,
  webhook: { rawBody: Buffer; signature: string; eventId: string; secrets: WebhookSecrets; now: Date },
): Promise<void> {
  if (!isSignedByProvider(webhook.rawBody, webhook.signature, webhook.secrets, webhook.now))
    throw new Failure(paymentFailures.webhook_unsigned)
  const named = z.safeParse(envelope, readJson(webhook.rawBody))
  const id = newId(webhook.now)
  const isNew = await insertProviderEvent(db, {
    id,
    eventId: webhook.eventId,
    name: named.success ? named.data.event : 'unknown',
    body: webhook.rawBody,
    receivedAt: webhook.now,
  })
  if (isNew) await emit(db, providerEventReceived, { providerEventId: id }, webhook.now)
}

/** A stored event that still waits to be applied, or null. Events we cannot read have nothing to apply. */
export async function findWaitingEvent(db: Db, providerEventId: string): Promise<RazorpayWebhookBody | null> {
  const row = await findProviderEvent(db, providerEventId)
  return row && !row.appliedAt ? readEvent(row.body) : null
}

/** The same whether or not it was applied: for who reacts to a part of it that is safe to apply twice. */
export async function findStoredEvent(db: Db, providerEventId: string): Promise<RazorpayWebhookBody | null> {
  const row = await findProviderEvent(db, providerEventId)
  return row && readEvent(row.body)
}

function readEvent(body: Buffer): RazorpayWebhookBody | null {
  const parsed = z.safeParse(razorpayWebhookBody, readJson(body))
  return parsed.success ? parsed.data : null
}

/** Whatever was signed is kept; what is no JSON says nothing we could apply. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** Closes an event once everything it said is applied. */
export function closeProviderEvent(db: Db, providerEventId: string, now: Date): Promise<void> {
  return markProviderEventApplied(db, providerEventId, now)
}
