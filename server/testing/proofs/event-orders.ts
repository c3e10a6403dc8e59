import { receiveProviderEvent } from '#server/domains/inbox/service.ts'
import { drainJobs } from '#server/platform/jobs/runner.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hmacHex } from '#server/platform/secrets.ts'

import type { TestApp } from '../app-on-database.ts'
import { readEnds } from './event-order-ends.ts'
import { aProviderOfStories, beginStories } from './event-order-provider.ts'
import { EVENT_NAMES, recordStory } from './event-order-story.ts'
import { moneyJobs, whileOnlyMoneyReacts } from './money-jobs.ts'
import { chanceOf, type Finding, inParallel, noneOf, type ProofSize } from './proof.ts'

const WIDTH = 8
/** Lives that run side by side; each receives its next event, then all due work is done. */
const SIDE_BY_SIDE = 500
const REPEATED_SHARE = 0.2
/**
 * For this share of lives the provider is only as far as the delivered events; for the others everything has happened.
 */
const PRESENT_SHARE = 0.5

/**
 * The same life of a membership, delivered by its ten webhooks in another order each time, some of them twice: join,
 * renewal that fails, renewal that works, end, refund. Whatever the order, subscription, payments, refunds and ledger
 * end up the same.
 */
export function proveEventOrders(app: TestApp, size: ProofSize): Promise<Finding[]> {
  return whileOnlyMoneyReacts(() => tellInAllOrders(app, size))
}

async function tellInAllOrders(app: TestApp, { seed, count }: ProofSize): Promise<Finding[]> {
  const chance = chanceOf(seed)
  const story = await recordStory(app)
  const ends = new Map<string, { order: string; times: number }>()
  let deliveries = 0
  for (let first = 0; first < count; first += SIDE_BY_SIDE) {
    const size = Math.min(SIDE_BY_SIDE, count - first)
    const lives = await beginStories(app, story, size)
    const orders = lives.map((_, index) => {
      const order = EVENT_NAMES.map((_name, event) => event)
      // The first receives them in the original order.
      if (first + index === 0) return order
      const repeats = order.filter(() => chance.share() < REPEATED_SHARE)
      return chance.shuffled([...order, ...repeats])
    })
    const asked = lives.map(() => chance.share() < PRESENT_SHARE)
    const provider = aProviderOfStories(story, lives, asked)
    const rounds = Math.max(...orders.map(({ length }) => length))
    for (let round = 0; round < rounds; round += 1) {
      const now = new Date(story.endsAt.getTime() + (round + 1) * 1000)
      const platform: Platform = {
        ...app.platform,
        razorpay: provider.client(app.platform.razorpay),
        clock: { now: () => now, offsetMs: () => 0 },
      }
      await inParallel(size, WIDTH, async (index) => {
        const event = orders[index]?.[round]
        const life = lives[index]
        if (event === undefined || !life) return
        deliveries += 1
        provider.hasHappened(life, event)
        const rawBody = Buffer.from(life.bodies[event] ?? '')
        await app.db.transaction().execute((db) =>
          receiveProviderEvent(db, {
            rawBody,
            signature: hmacHex(app.platform.razorpay.webhookSecrets.current, rawBody),
            // A repeat under an id of its own is the harder one: the same id is stored once.
            eventId: `evt_${life.key}_${round}`,
            secrets: app.platform.razorpay.webhookSecrets,
            now,
          }),
        )
      })
      await drainJobs(platform, moneyJobs, WIDTH)
    }
    for (const [index, life] of lives.entries()) {
      const end = await readEnds(app.db, life, story)
      const known = ends.get(end)
      const order = (orders[index] ?? []).map((event) => EVENT_NAMES[event]).join(' → ')
      ends.set(end, { order: known?.order ?? order, times: (known?.times ?? 0) + 1 })
    }
  }
  const [usual, ...others] = [...ends].map(([end, { order, times }]) => ({ end, order, times }))
  return [
    noneOf(
      'every order ends alike, in subscription, payments, refunds and ledger',
      others
        .toSorted((left, right) => right.times - left.times)
        .map(({ end, ...other }) => ({ ...other, ends: unlike(end, usual?.end ?? '') })),
      `${count} orders, ${deliveries} deliveries`,
    ),
  ]
}

/** The lines that an end has and the usual one doesn't, and vice versa. */
function unlike(end: string, usual: string): string[] {
  const [lines, usualLines] = [end.split('\n'), usual.split('\n')]
  return [
    ...lines.filter((line) => !usualLines.includes(line)).map((line) => `+ ${line}`),
    ...usualLines.filter((line) => !lines.includes(line)).map((line) => `- ${line}`),
  ]
}
