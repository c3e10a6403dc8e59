import * as z from 'zod/mini'

import { inboxFailures } from '#contract/inbox/failures.ts'

import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { razorpayWebhookBody, type RazorpayWebhookBody } from '#server/platform/razorpay/entities.ts'
import { isSignedByProvider, type WebhookSecrets } from '#server/platform/razorpay/signature.ts'

import { outgoingMoneyReported, webhooksWaiting } from './events.ts'
import {
  findProviderEvent,
  insertProviderEvent,
  listWaitingProviderEvents,
  lockProviderEvent,
  markProviderEventsApplied,
} from './queries.ts'

export { listLongWaitingSubjects, listProviderEvents } from './queries.ts'

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
    throw new Failure(inboxFailures.webhook_unsigned)
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
  if (isNew) await announce(db, { id, subject, payload }, webhook.now)
}

/**
 * Has a stored webhook applied once more; null if there is none. Everything that applies webhooks may see one twice, so
 * nothing happens if it was applied already.
 */
export async function applyAgain(
  db: Db,
  id: string,
  now: Date,
): Promise<{ name: string; isApplied: boolean } | null> {
  const row = await lockProviderEvent(db, id)
  if (!row) return null
  await announce(db, { id, subject: row.subject, payload: readEvent(row.body)?.payload ?? {} }, now)
  return { name: row.name, isApplied: row.appliedAt !== null }
}

type Payload = Partial<RazorpayWebhookBody['payload']>

/** Queues the reactions to a stored webhook. */
async function announce(
  db: Db,
  { id, subject, payload }: { id: string; subject: string; payload: Payload },
  now: Date,
): Promise<void> {
  // An event about a payment alone doesn't say what it was for. Another event mostly does soon, which saves a query.
  const isBehind = !payload.subscription && !payload.invoice
  await emit(db, webhooksWaiting, { subject }, now, { key: subject, keepsPlace: true, isBehind })
  if (payload.refund || payload.dispute || payload.payout)
    await emit(db, outgoingMoneyReported, { providerEventId: id }, now)
}

/** What an event is about: a subscription or, if only a payment is named, its invoice. */
function subjectOf({ subscription, invoice, payment }: Payload): string | null {
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
