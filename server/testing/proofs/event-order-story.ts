import * as contract from '#contract/subscriptions/routes.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import type {
  RazorpayInvoice,
  RazorpayPayment,
  RazorpayRefund,
  RazorpaySubscription,
} from '#server/platform/razorpay/entities.ts'

import type { TestApp } from '../app-on-database.ts'
import { steerSandbox } from '../sandbox.ts'
import { aJoiner, aPageToJoin } from './joins.ts'

/** The events of the life, in the order in which they happen. */
export const EVENT_NAMES = [
  'subscription.authenticated',
  'payment.authorized',
  'payment.captured',
  'invoice.paid',
  'subscription.activated',
  'subscription.charged',
  'subscription.pending',
  'subscription.charged (renewal)',
  'subscription.cancelled',
  'refund.processed',
] as const

/** The stage after which each event arises. */
export const STAGE_OF_EVENT = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4] as const

/** The provider's state at one moment. */
export interface ProviderMoment {
  subscription: RazorpaySubscription
  invoices: readonly RazorpayInvoice[]
  payments: readonly RazorpayPayment[]
  refunds: readonly RazorpayRefund[]
}

export interface Story {
  plan: PlanRow
  /** By the event. */
  bodies: readonly string[]
  /** By the stage. */
  moments: readonly ProviderMoment[]
  endsAt: Date
}

const DAY_SECONDS = 86_400
/** From a first payment to just after the renewal; a retry comes a day later. */
const MONTH_SECONDS = 31.5 * DAY_SECONDS

/** Lets one membership live at the payment sandbox, which delivers nothing, and records all its events and states. */
export async function recordStory(app: TestApp): Promise<Story> {
  const sandbox = steerSandbox(app)
  const { razorpay } = app.platform
  await sandbox.post('/webhook', { enabled: false })
  const { plan } = await aPageToJoin(app)
  const { session } = await aJoiner(app)
  const { body } = await app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: session })
  const id = body.subscriptionId
  const moments: ProviderMoment[] = []

  async function keepMoment(): Promise<void> {
    const invoices = await razorpay.listInvoices(id)
    const paymentIds = invoices.flatMap(({ payment_id: paymentId }) => paymentId ?? [])
    const payments = await Promise.all(paymentIds.map((paymentId) => razorpay.getPayment(paymentId)))
    const refunds = (await Promise.all(paymentIds.map((paymentId) => razorpay.listRefunds(paymentId)))).flat()
    moments.push({ subscription: await razorpay.getSubscription(id), invoices, payments, refunds })
  }

  async function pass(seconds: number): Promise<void> {
    await app.clock.advance(app.db, seconds * 1000)
    await sandbox.post('/clock', { advanceSeconds: seconds })
  }

  await sandbox.pay(id)
  await keepMoment()
  await sandbox.post(`/subscriptions/${id}/next`, { outcome: 'failure' })
  await pass(MONTH_SECONDS)
  await keepMoment()
  await pass(DAY_SECONDS)
  await keepMoment()
  await razorpay.cancelSubscription(id, { isAtPeriodEnd: false })
  await keepMoment()
  const renewal = moments.at(-1)?.invoices[0]?.payment_id ?? ''
  await razorpay.refundPayment(renewal, {
    amountCents: plan.priceCents,
    notes: {},
    idempotencyKey: `story-${id}`,
  })
  await keepMoment()
  return { plan, moments, bodies: await readBodies(sandbox), endsAt: app.clock.now() }
}

async function readBodies(sandbox: ReturnType<typeof steerSandbox>): Promise<string[]> {
  const { items } = (await sandbox.get('/events?count=1000')) as { items: { event: string; body: string }[] }
  const told = items.toReversed()
  const nth = (name: string, index: number): string => {
    const found = told.filter(({ event }) => event === name)[index]
    if (!found) throw new Error(`The sandbox did not tell ${name}`)
    return found.body
  }
  const activated = nth('subscription.activated', 0)
  return [
    // Sent for cards that are registered for later; here it only repeats known facts.
    activated.replaceAll('subscription.activated', 'subscription.authenticated'),
    nth('payment.authorized', 0),
    nth('payment.captured', 0),
    nth('invoice.paid', 0),
    activated,
    nth('subscription.charged', 0),
    nth('subscription.pending', 0),
    nth('subscription.charged', 1),
    nth('subscription.cancelled', 0),
    nth('refund.processed', 0),
  ]
}
