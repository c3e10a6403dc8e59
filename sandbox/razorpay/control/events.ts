import type { Wire } from '../core/entities.ts'
import { unknownId } from '../core/errors.ts'
import { badRequest } from '../core/errors.ts'
import type { WebhookEvent } from '../core/state.ts'
import type { Running } from './running.ts'

const DEFAULT_COUNT = 100
const MAX_COUNT = 20_000

/** One event with its body and every attempt to deliver it. */
export function eventWire(event: WebhookEvent): Wire {
  return {
    id: event.id,
    event: event.event,
    status: event.status,
    forged: event.isForged,
    created_at: event.createdAt,
    entity_ids: event.entityIds,
    attempts: event.attempts,
    next_attempt_at: event.nextAttemptAt,
    replays: event.replayCount,
    body: event.body,
  }
}

/** The event with this id, as in x-razorpay-event-id. */
export function getEvent(running: Running, id: string): WebhookEvent {
  const { events } = running.context.state
  const event = Object.hasOwn(events, id) ? events[id] : undefined
  if (event === undefined) throw unknownId()
  return event
}

/** Deliveries, newest first, after the first `skip`; filtered by status, event and entity (an id inside it). */
export function listEvents(running: Running, query: URLSearchParams): Wire {
  const count = Number(query.get('count') ?? DEFAULT_COUNT)
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
    throw badRequest(`The count is between 1 and ${MAX_COUNT}.`, 'count')
  }
  const skip = Number(query.get('skip') ?? 0)
  if (!Number.isInteger(skip) || skip < 0) throw badRequest('The skip must be at least 0.', 'skip')
  const status = query.get('status')
  const name = query.get('event')
  const entity = query.get('entity')
  const matching = Object.values(running.context.state.events).filter(
    (event) =>
      (status === null || event.status === status) &&
      (name === null || event.event === name) &&
      (entity === null || event.entityIds.includes(entity)),
  )
  const items = matching
    .toReversed()
    .slice(skip, skip + count)
    .map(eventWire)
  return { entity: 'collection', count: items.length, total: matching.length, items }
}
