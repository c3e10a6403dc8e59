import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'

import type { TestApp } from './test-app.ts'

/** The data the checkout hands to the page after a payment. */
export interface PaidCheckout {
  razorpay_payment_id: string
  razorpay_subscription_id: string
  razorpay_signature: string
}

export interface PaymentSandbox {
  /** Pays as a person at the checkout would. */
  pay(subscriptionId: string, card?: string): Promise<PaidCheckout>
  /** Delivers every waiting webhook, then runs the jobs they caused. */
  deliver(): Promise<void>
  /** Ends every subscription there is, so that time passing later charges nobody of an earlier test. */
  endAll(): Promise<void>
  post(path: string, body?: object): Promise<Record<string, unknown>>
  get(path: string): Promise<Record<string, unknown>>
}

/** In these the provider neither charges nor cancels any more. */
const ENDED = new Set(['cancelled', 'completed', 'expired'])

/** Steers the payment sandbox of a test app; from here on it also delivers webhooks to that app. */
export function steerSandbox(app: TestApp): PaymentSandbox {
  const base = `${new URL(app.platform.razorpay.checkoutUrl).origin}/sandbox`
  app.outside.connectWebhook(`${app.baseUrl}${WEBHOOK_PATH}`)

  async function answerOf(response: Response): Promise<Record<string, unknown>> {
    const body = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${JSON.stringify(body)}`)
    return body
  }
  const get = async (path: string) => answerOf(await fetch(`${base}${path}`))
  const post = async (path: string, body: object = {}) =>
    answerOf(
      await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  async function deliver(): Promise<void> {
    await post('/drain')
    await app.drain()
  }
  return {
    get,
    post,
    deliver,
    pay: async (subscriptionId, card = 'success') =>
      (await post('/pay', { subscription_id: subscriptionId, card })) as unknown as PaidCheckout,
    async endAll() {
      const { subscriptions } = (await get('/state')) as { subscriptions: Record<string, { status: string }> }
      const running = Object.entries(subscriptions).filter(([, { status }]) => !ENDED.has(status))
      for (const [id] of running) await app.platform.razorpay.cancelSubscription(id, { isAtPeriodEnd: false })
      if (running.length > 0) await deliver()
    },
  }
}

/** Moves our clock and the provider's, with everything that happens on the way. Webhooks are connected again. */
export async function moveClocksTogether(app: TestApp, seconds: number): Promise<void> {
  await app.clock.advance(app.db, seconds * 1000)
  const sandbox = steerSandbox(app)
  await sandbox.post('/clock', { advanceSeconds: seconds })
  await sandbox.deliver()
}
