import { aUser } from '#server/domains/accounts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'

import type { TestApp } from '../app-on-database.ts'
import { type ProviderMoment, STAGE_OF_EVENT, type Story } from './event-order-story.ts'
import { inParallel } from './proof.ts'

const WIDTH = 8
const KEY_LENGTH = 5
const IDS = /\b(sub|pay|inv|order|rfnd)_([A-Za-z0-9]{14})\b/g

/** One more replay of the story, with ids of its own. */
export interface Life {
  /** The common part of its ids at the provider. */
  key: string
  subscriptionId: string
  bodies: readonly string[]
}

function renamed(text: string, key: string): string {
  return text.replace(IDS, (_, prefix: string, rest: string) => `${prefix}_${key}${rest.slice(KEY_LENGTH)}`)
}

let begun = 0

/** New members with open attempts, ready for the story to happen to. */
export async function beginStories(app: TestApp, story: Story, count: number): Promise<Life[]> {
  const lives: Life[] = []
  await inParallel(count, WIDTH, async (index) => {
    begun += 1
    const key = begun.toString(36).padStart(KEY_LENGTH, '0')
    const member = await aUser(app.db)
    const { id } = await aSubscription(app.db, member.id, story.plan, {
      status: 'pending',
      accessUntil: null,
    })
    const providerId = renamed(story.moments[0]?.subscription.id ?? '', key)
    await run(app.db, sql`update subscriptions set provider_subscription_id = ${providerId} where id = ${id}`)
    lives[index] = { key, subscriptionId: id, bodies: story.bodies.map((body) => renamed(body, key)) }
  })
  return lives
}

export interface ProviderOfStories {
  /** An event was delivered, so at the provider everything up to it has happened. */
  hasHappened(life: Life, event: number): void
  client(real: RazorpayClient): RazorpayClient
}

/** Gives every life the provider's state at that moment of the story. `isPresent`: only up to the delivered events. */
export function aProviderOfStories(
  story: Story,
  lives: readonly Life[],
  isPresent: readonly boolean[],
): ProviderOfStories {
  const last = story.moments.length - 1
  const stages = new Map(lives.map(({ key }, index) => [key, isPresent[index] ? 0 : last]))

  function momentOf(id: string): ProviderMoment {
    const key = id.slice(id.indexOf('_') + 1).slice(0, KEY_LENGTH)
    const moment = story.moments[stages.get(key) ?? last]
    if (!moment) throw new Error(`The story has no moment for ${id}`)
    return JSON.parse(renamed(JSON.stringify(moment), key)) as ProviderMoment
  }
  function find<Entity extends { id: string }>(all: readonly Entity[], id: string): Entity {
    const found = all.find((entity) => entity.id === id)
    if (!found) throw new Error(`The provider has no ${id}`)
    return found
  }
  return {
    hasHappened({ key }, event) {
      stages.set(key, Math.max(stages.get(key) ?? 0, STAGE_OF_EVENT[event] ?? 0))
    },
    client: (real) => ({
      ...real,
      getSubscription: async (id) => momentOf(id).subscription,
      listInvoices: async (id) => [...momentOf(id).invoices],
      getInvoice: async (id) => find(momentOf(id).invoices, id),
      getPayment: async (id) => find(momentOf(id).payments, id),
      listRefunds: async (id) => momentOf(id).refunds.filter((refund) => refund.payment_id === id),
      cancelSubscription: async () => undefined,
    }),
  }
}
