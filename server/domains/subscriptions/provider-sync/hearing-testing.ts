import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { confirmPayment } from '#contract/subscriptions/routes.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { hmacHex } from '#server/platform/secrets.ts'
import type { TestApp } from '#server/testing/test-app.ts'

import { subscriptionJobs, syncSubscription } from '../jobs.ts'

/** A payment that the provider has taken and we may not have heard of. */
export interface UnheardPayment {
  memberId: string
  paymentId: string
  /** The provider's. */
  subscriptionId: string
}

/** Every way we hear of a payment. */
export const HEARINGS = [
  'subscription.charged',
  'invoice.paid',
  'payment.captured',
  'the browser',
  'the reconciler of payments',
  'asking about the subscription',
] as const
export type Hearing = (typeof HEARINGS)[number]

type Wire = Record<string, unknown>

/**
 * Reports payments to the server in one of these ways, and lets everything that follows happen. `drain` runs what is
 * due.
 */
export async function tellOf(
  app: TestApp,
  payments: readonly UnheardPayment[],
  hearing: Hearing,
  drain: () => Promise<void> = () => app.drain(),
): Promise<void> {
  if (hearing === 'the reconciler of payments')
    await enqueue(
      app.db,
      subscriptionJobs.find(({ name }) => name === 'subscriptions.reconcile-payments') as Job,
      {},
    )
  else for (const payment of payments) await tellOfOne(app, payment, hearing)
  await drain()
}

async function tellOfOne(
  app: TestApp,
  unheard: UnheardPayment,
  hearing: Exclude<Hearing, 'the reconciler of payments'>,
): Promise<void> {
  const { memberId, paymentId, subscriptionId } = unheard
  if (hearing === 'asking about the subscription')
    return enqueue(app.db, syncSubscription, { providerSubscriptionId: subscriptionId })
  if (hearing === 'the browser') {
    const { razorpay } = app.platform
    await app.call(
      confirmPayment,
      {
        subscriptionId,
        razorpay_payment_id: paymentId,
        razorpay_signature: hmacHex(razorpay.keySecret, `${paymentId}|${subscriptionId}`),
      },
      { as: await aSession(app.db, app.platform, memberId) },
    )
    return
  }
  const payment = await read(app, `payments/${paymentId}`)
  const invoice = await read(app, `invoices/${String(payment['invoice_id'])}`)
  const subscription = await read(app, `subscriptions/${subscriptionId}`)
  const payload = {
    'subscription.charged': {
      subscription: {
        entity: {
          ...subscription,
          current_start: invoice['billing_start'],
          current_end: invoice['billing_end'],
          paid_count: Number(subscription['paid_count']) + 1,
        },
      },
      payment: { entity: payment },
    },
    'invoice.paid': { invoice: { entity: invoice }, payment: { entity: payment } },
    'payment.captured': { payment: { entity: payment } },
  }[hearing]
  await send(app, { entity: 'event', event: hearing, payload })
}

let sent = 0

/** Each is an event of its own, like the provider's. */
async function send(app: TestApp, event: Wire): Promise<void> {
  const body = JSON.stringify(event)
  sent += 1
  const response = await fetch(`${app.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': hmacHex(app.platform.razorpay.webhookSecrets.current, body),
      'x-razorpay-event-id': `evt_told_${sent}`,
    },
    body,
  })
  if (!response.ok) throw new Error(`The webhook was answered ${response.status}`)
}

/** An entity as the provider's API returns it. */
export async function read(app: TestApp, path: string): Promise<Wire> {
  const { keyId, keySecret, checkoutUrl } = app.platform.razorpay
  const response = await fetch(`${new URL(checkoutUrl).origin}/v1/${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Wire
}
