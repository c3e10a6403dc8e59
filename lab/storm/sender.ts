import { setTimeout as sleep } from 'node:timers/promises'

import { hmacHex } from '#server/platform/secrets.ts'

import type { ServerToKill } from './server-to-kill.ts'
import type { StormOptions } from './storm-options.ts'
import type { StormEvent, World } from './world.ts'

export interface Sent {
  deliveries: number
  duplicates: number
  forged: number
  /** Deliveries that got no 2xx at first and were repeated, as the provider does. */
  retries: number
  /** Forged deliveries that the server did not refuse; there should be none. */
  acceptedForgeries: number
}

interface Delivery {
  event: StormEvent
  kind: 'genuine' | 'repeat' | 'forged'
}

const CONCURRENCY = 16
/** How far an event may move when it is reordered. */
const REORDER_WINDOW = 200

/** A small generator whose whole sequence follows from its seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Puts repeats and forgeries between the events, and moves some of them. */
function plan(events: readonly StormEvent[], options: StormOptions, random: () => number): Delivery[] {
  const placed: { delivery: Delivery; at: number }[] = []
  for (const [index, event] of events.entries()) {
    const moved = random() < options.reordered ? (random() - 0.5) * 2 * REORDER_WINDOW : 0
    placed.push({ delivery: { event, kind: 'genuine' }, at: index + moved })
    if (random() < options.duplicated)
      placed.push({ delivery: { event, kind: 'repeat' }, at: index + random() * REORDER_WINDOW })
    if (random() < options.forged)
      placed.push({
        delivery: { event: { id: `evt_forged_${index}`, body: event.body }, kind: 'forged' },
        at: index + random() * REORDER_WINDOW,
      })
  }
  return placed.toSorted((one, other) => one.at - other.at).map(({ delivery }) => delivery)
}

/** Delivers everything, each event until the server has it, while the server is killed at regular intervals. */
export async function deliverAll(world: World, server: ServerToKill, options: StormOptions): Promise<Sent> {
  const queue = plan(world.events, options, seeded(options.seed))
  const sent: Sent = { deliveries: 0, duplicates: 0, forged: 0, retries: 0, acceptedForgeries: 0 }
  const killAt = new Set(
    Array.from({ length: options.kills }, (_, index) =>
      Math.floor((queue.length * (index + 1)) / (options.kills + 1)),
    ),
  )
  let next = 0
  let killing = Promise.resolve()

  async function work(): Promise<void> {
    for (;;) {
      const index = next
      next += 1
      const delivery = queue[index]
      if (!delivery) return
      if (killAt.has(index)) killing = killing.then(() => server.kill9())
      await deliver(delivery)
    }
  }

  async function deliver({ event, kind }: Delivery): Promise<void> {
    sent.deliveries += 1
    if (kind === 'repeat') sent.duplicates += 1
    const secret = kind === 'forged' ? 'not the secret' : world.keys.webhookSecret
    if (kind === 'forged') sent.forged += 1
    for (;;) {
      const status = await fetch(server.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': hmacHex(secret, event.body),
          'x-razorpay-event-id': event.id,
        },
        body: event.body,
        signal: AbortSignal.timeout(5000),
      }).then(
        (response) => response.status,
        () => null,
      )
      if (kind === 'forged' && status !== null) {
        if (status < 400) sent.acceptedForgeries += 1
        return
      }
      if (status !== null && status >= 200 && status < 300) return
      sent.retries += 1
      await sleep(100)
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  await killing
  return sent
}
