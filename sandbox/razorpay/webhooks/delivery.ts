import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '../core/context.ts'
import { newEventId } from '../core/ids.ts'
import type { OutgoingEvent } from '../core/outgoing-event.ts'
import { shuffled } from '../core/random.ts'
import type { WebhookEvent } from '../core/state.ts'
import { attemptDelivery } from './attempt.ts'
import { eventBody } from './envelope.ts'

const DAY_SECONDS = 86_400
const FIRST_RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 6 * 3600
/** Long enough for later events to overtake held ones, short enough not to be noticed. */
const HOLD_MS = 60
/** How long a running delivery has to finish when the sandbox closes. */
const CLOSE_WAIT_MS = 1000
const TRIM_EVERY = 1000

export interface Delivery {
  enqueue(batch: OutgoingEvent[]): void
  /** Resolves when at most `leave` first attempts are still waiting and none is under way. */
  drain(leave?: number): Promise<void>
  nextRetryAt(): number | null
  /** Puts every retry that is due by now back into the queue. */
  queueDueRetries(): void
  /** Sends an event again by hand, signed with the current secret. */
  replay(event: WebhookEvent): void
  /** Picks up deliveries an earlier process left unfinished. */
  recover(): void
  close(): Promise<void>
}

export interface DeliveryTarget {
  url(): string | undefined
  secret(): string
  onChange(): void
  /** Resolves once everything that has happened so far outlives this process. */
  keep(): Promise<void>
  keptEvents: number
}

/** Signs and posts webhooks; the knobs decide what is dropped, doubled, forged or overtaken. */
export function createDelivery(context: Context, target: DeliveryTarget): Delivery {
  const waiting: WebhookEvent[] = []
  const waiters = new Set<{ leave: number; resolve: () => void }>()
  const running = new Set<symbol>()
  /** The stored events that wait for another attempt: read at every tick of the clock. */
  const toRetry = new Set(Object.values(context.state.events).filter((event) => event.nextAttemptAt !== null))
  /** What an event tells of has to outlive us before it is told: the shop books it, and asks about it after a restart. */
  const kept = new WeakMap<WebhookEvent, Promise<void>>()
  let isClosed = false
  let recordedSinceTrim = 0
  let isFlushing = false
  let holdTimer: NodeJS.Timeout | undefined

  function record(outgoing: OutgoingEvent, isForged: boolean): WebhookEvent {
    const createdAt = context.clock.now()
    const event: WebhookEvent = {
      id: newEventId(),
      event: outgoing.event,
      body: eventBody(context.state.accountId, outgoing, createdAt),
      createdAt,
      secret: isForged ? 'not-the-secret' : target.secret(),
      status: 'queued',
      isForged,
      entityIds: outgoing.entityIds,
      attempts: [],
      nextAttemptAt: null,
      replayCount: 0,
    }
    context.state.events[event.id] = event
    recordedSinceTrim += 1
    return event
  }

  function enqueue(batch: OutgoingEvent[]): void {
    const { knobs, webhook } = context.state
    const recorded: WebhookEvent[] = []
    for (const outgoing of shuffled(batch, () => context.random())) {
      const event = record(outgoing, false)
      recorded.push(event)
      if (target.url() === undefined || !webhook.isEnabled) {
        event.status = 'skipped'
        continue
      }
      if (context.random() < knobs.dropProbability) event.status = 'dropped'
      else waiting.push(event)
      if (event.status === 'queued' && context.random() < knobs.duplicateProbability) waiting.push(event)
      if (context.random() < knobs.forgeProbability) waiting.push(record(forgery(outgoing), true))
    }
    const areKept = target.keep()
    for (const event of recorded) kept.set(event, areKept)
    forgetOldEvents()
    pump()
  }

  function forgetOldEvents(): void {
    if (recordedSinceTrim < TRIM_EVERY) return
    recordedSinceTrim = 0
    const ids = Object.keys(context.state.events)
    for (const id of ids.slice(0, Math.max(0, ids.length - target.keptEvents))) {
      const status = context.state.events[id]?.status
      if (status !== 'queued' && status !== 'retrying') delete context.state.events[id]
    }
  }

  function takeNext(): WebhookEvent | undefined {
    // Draws no random number when nothing can be taken, or the number of looks would change later draws.
    if (isClosed || waiting.length === 0 || running.size >= context.state.knobs.concurrency) return undefined
    const window = context.state.knobs.reorderWindow
    if (!isFlushing && waiting.length <= window) return undefined
    const index = Math.floor(context.random() * Math.min(window + 1, waiting.length))
    return waiting.splice(index, 1)[0]
  }

  function pump(): void {
    for (let event = takeNext(); event !== undefined; event = takeNext()) void deliver(event)
    if (waiting.length === 0) isFlushing = false
    else if (!isFlushing) holdTimer ??= setTimeout(flush, HOLD_MS)
    for (const waiter of waiters) {
      if (running.size > 0 || waiting.length > waiter.leave) continue
      waiters.delete(waiter)
      waiter.resolve()
    }
  }

  function flush(): void {
    clearTimeout(holdTimer)
    holdTimer = undefined
    isFlushing = true
    pump()
  }

  async function deliver(event: WebhookEvent): Promise<void> {
    const url = target.url()
    const token = Symbol(event.id)
    running.add(token)
    try {
      await kept.get(event)
      if (url === undefined) event.status = 'skipped'
      else {
        const attempt = await attemptDelivery(url, event, context.state.knobs.delayMs, () =>
          context.clock.now(),
        )
        event.attempts.push(attempt)
        settle(event, attempt.status !== null && attempt.status >= 200 && attempt.status < 300)
      }
    } finally {
      running.delete(token)
      target.onChange()
      pump()
    }
  }

  function settle(event: WebhookEvent, isAccepted: boolean): void {
    planRetry(event, null)
    if (isAccepted) {
      event.status = 'delivered'
      return
    }
    // A duplicate that failed after its twin arrived is no reason to send a third.
    if (event.status === 'delivered') return
    if (event.isForged) {
      event.status = 'exhausted'
      return
    }
    const now = context.clock.now()
    if (now - event.createdAt >= DAY_SECONDS) {
      event.status = 'exhausted'
      context.state.webhook.isEnabled = false
      return
    }
    event.status = 'retrying'
    const pause = FIRST_RETRY_SECONDS * 2 ** (event.attempts.length - 1)
    planRetry(
      event,
      Math.min(now + Math.min(pause, MAX_RETRY_SECONDS), Math.max(event.createdAt + DAY_SECONDS, now + 1)),
    )
  }

  function planRetry(event: WebhookEvent, at: number | null): void {
    event.nextAttemptAt = at
    if (at === null) toRetry.delete(event)
    else toRetry.add(event)
  }

  function retrying(): WebhookEvent[] {
    if (!context.state.webhook.isEnabled) return []
    return [...toRetry]
  }

  return {
    enqueue,
    drain(leave = 0) {
      if (leave === 0) flush()
      if (running.size === 0 && waiting.length <= leave) return Promise.resolve()
      return new Promise((resolve) => waiters.add({ leave, resolve }))
    },
    nextRetryAt() {
      let next: number | null = null
      for (const { nextAttemptAt } of retrying()) {
        if (nextAttemptAt !== null && (next === null || nextAttemptAt < next)) next = nextAttemptAt
      }
      return next
    },
    queueDueRetries() {
      for (const event of retrying()) {
        if (event.nextAttemptAt === null || event.nextAttemptAt > context.clock.now()) continue
        planRetry(event, null)
        waiting.push(event)
      }
      flush()
    },
    replay(event) {
      event.secret = target.secret()
      event.replayCount += 1
      event.status = 'queued'
      planRetry(event, null)
      waiting.push(event)
      flush()
    },
    recover() {
      for (const event of Object.values(context.state.events)) {
        if (event.status === 'queued' || (event.status === 'retrying' && event.nextAttemptAt === null)) {
          waiting.push(event)
        }
      }
      flush()
    },
    async close() {
      isClosed = true
      clearTimeout(holdTimer)
      for (let wait = 0; running.size > 0 && wait < CLOSE_WAIT_MS; wait += 10) await sleep(10)
    },
  }
}

/** The same event with a tempting change; its signature will not match. */
function forgery(outgoing: OutgoingEvent): OutgoingEvent {
  const copy = structuredClone(outgoing)
  for (const part of Object.values(copy.payload)) {
    if (typeof part.entity['amount'] === 'number') part.entity['amount'] *= 100
    if (part.entity['entity'] === 'payment') part.entity['id'] = `pay_${newEventId()}`
    if (part.entity['entity'] === 'subscription') part.entity['status'] = 'active'
  }
  return copy
}
