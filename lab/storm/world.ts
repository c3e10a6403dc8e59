import { randomBytes } from 'node:crypto'

import { startRazorpaySandbox } from '#sandbox/razorpay/server.ts'
import { asViewer, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { openCheckout } from '#server/domains/subscriptions/checkout/start-checkout.ts'
import type { Db } from '#server/platform/db/query.ts'
import { createRazorpayClient } from '#server/platform/razorpay/client.ts'

/** One delivery as the provider would sign it. */
export interface StormEvent {
  id: string
  body: string
}

export interface World {
  events: readonly StormEvent[]
  /** Our ids of all memberships. */
  subscriptionIds: readonly string[]
  keys: { keyId: string; keySecret: string; webhookSecret: string }
  apiUrl: string
  checkoutUrl: string
  /** Everything that the provider holds, to compare with. */
  state(): Promise<ProviderState>
  close(): Promise<void>
}

export interface ProviderInvoice {
  subscriptionId: string
  status: string
  billingEnd: number | null
  paidAt: number | null
}

export interface ProviderState {
  invoices: Record<string, ProviderInvoice>
  subscriptions: Record<string, { id: string; status: string; paidCount: number }>
  payments: Record<
    string,
    { id: string; status: string; amount: number; invoiceId: string | null; subscriptionId: string | null }
  >
}

const MONTH_SECONDS = 31 * 86_400
/** About how many events one month of a membership takes. */
const EVENTS_PER_MONTH = 5
const MONTHS = 12

/** Runs memberships at the payment sandbox, which sends nothing on its own, until there are enough events. */
export async function makeEvents(db: Db, { events }: { events: number }): Promise<World> {
  const keys = {
    keyId: 'rzp_test_storm',
    keySecret: randomBytes(16).toString('hex'),
    webhookSecret: randomBytes(16).toString('hex'),
  }
  const sandbox = await startRazorpaySandbox({
    ...keys,
    port: 0,
    merchantName: 'Storm',
    keptEvents: Infinity,
  })
  const razorpay = createRazorpayClient({
    ...keys,
    webhookSecrets: { current: keys.webhookSecret, previous: null },
    apiUrl: sandbox.url,
    checkoutUrl: sandbox.checkoutUrl,
  })
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${sandbox.url}/sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const get = async (path: string): Promise<unknown> => (await fetch(`${sandbox.url}/sandbox${path}`)).json()

  const owner = await aUser(db)
  const creator = await aCreator(db, owner.id)
  const plan = await aPlan(db, creator.id, { priceCents: 999 })
  const subscriptionIds: string[] = []
  const count = Math.max(1, Math.ceil(events / (EVENTS_PER_MONTH * MONTHS)))
  for (let index = 0; index < count; index += 1) {
    const member = await aUser(db)
    const row = await openCheckout((work) => db.transaction().execute(work), razorpay, {
      viewer: asViewer(member),
      planId: plan.id,
      interval: 'monthly',
      now: new Date(),
    })
    subscriptionIds.push(row.id)
    // Every seventh card stops working after the first payment; every fifth renewal works after a failure or two.
    const card = index % 7 === 6 ? 'renewal_fails' : 'success'
    await post('/pay', { subscription_id: row.providerSubscriptionId, card })
    if (index % 5 === 4)
      await post(`/subscriptions/${row.providerSubscriptionId}/next`, {
        outcome: 'failure',
        times: 1 + (index % 2),
      })
  }
  let made = 0
  for (let month = 0; made < events && month < 3 * MONTHS; month += 1) {
    await post('/clock', { advanceSeconds: MONTH_SECONDS })
    made = ((await get('/events?count=1')) as { total: number }).total
  }
  return {
    events: await readAllEvents(get),
    subscriptionIds,
    keys,
    apiUrl: sandbox.url,
    checkoutUrl: sandbox.checkoutUrl,
    state: () => get('/state') as Promise<ProviderState>,
    close: () => sandbox.close(),
  }
}

const EVENTS_PER_PAGE = 10_000

/** All events the provider would have sent, oldest first. */
async function readAllEvents(get: (path: string) => Promise<unknown>): Promise<StormEvent[]> {
  const newestFirst: StormEvent[] = []
  for (;;) {
    const path = `/events?count=${EVENTS_PER_PAGE}&skip=${newestFirst.length}`
    const { items } = (await get(path)) as { items: StormEvent[] }
    newestFirst.push(...items.map(({ id, body }) => ({ id, body })))
    if (items.length < EVENTS_PER_PAGE) return newestFirst.toReversed()
  }
}
