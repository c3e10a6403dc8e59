import { randomBytes } from 'node:crypto'

import { startRazorpaySandbox } from '#sandbox/razorpay/server.ts'

import { ask } from './ask.ts'

/** The provider's own report, as far as the model reads it. Amounts in minor units, moments in unix seconds. */
export interface ProviderReport {
  payments: Record<string, ReportedPayment>
  invoices: Record<string, ReportedInvoice>
  refunds: Record<string, ReportedRefund>
  disputes: Record<
    string,
    { id: string; paymentId: string; status: string; amount: number; createdAt: number }
  >
  /** The same, grouped by what they belong to: thousands of lives ask. */
  paymentsBySubscription: Map<string, ReportedPayment[]>
  refundsByPayment: Map<string, ReportedRefund[]>
}

export interface ReportedPayment {
  id: string
  amount: number
  isCaptured: boolean
  status: string
  invoiceId: string | null
  subscriptionId: string | null
  createdAt: number
}

export interface ReportedInvoice {
  id: string
  paidAt: number | null
  billingStart: number | null
  billingEnd: number | null
}

export interface ReportedRefund {
  id: string
  paymentId: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  createdAt: number
  processedAt?: number
  notes: Record<string, string>
}

/** The payment sandbox, which outlives the server as the provider would. */
export interface Provider {
  keys: { keyId: string; keySecret: string; webhookSecret: string }
  apiUrl: string
  checkoutUrl: string
  /** A call to the sandbox's control; answers null if it refuses. */
  control(path: string, body: object): Promise<Record<string, unknown> | null>
  report(): Promise<ProviderReport>
  /** A full refund from the provider's own dashboard; false if it refuses. */
  refund(paymentId: string): Promise<boolean>
  close(): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const keys = {
    keyId: 'rzp_test_lifecycle',
    keySecret: randomBytes(16).toString('hex'),
    webhookSecret: randomBytes(16).toString('hex'),
  }
  const sandbox = await startRazorpaySandbox({ ...keys, port: 0, merchantName: 'Lives' })
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
  return {
    keys,
    apiUrl: sandbox.url,
    checkoutUrl: sandbox.checkoutUrl,
    async control(path, body) {
      const { isOk, text } = await ask('POST', `${sandbox.url}/sandbox/${path}`, body, { authorization })
      return isOk ? (JSON.parse(text) as Record<string, unknown>) : null
    },
    async report() {
      const { text } = await ask('GET', `${sandbox.url}/sandbox/state`)
      const state = JSON.parse(text) as ProviderReport
      return {
        ...state,
        paymentsBySubscription: Map.groupBy(
          Object.values(state.payments),
          ({ subscriptionId }) => subscriptionId ?? '',
        ),
        refundsByPayment: Map.groupBy(Object.values(state.refunds), ({ paymentId }) => paymentId),
      }
    },
    async refund(paymentId) {
      try {
        const { isOk } = await ask(
          'POST',
          `${sandbox.url}/v1/payments/${paymentId}/refund`,
          {},
          { authorization },
        )
        return isOk
      } catch {
        // The line broke, as we asked it to; the report says whether there is a refund.
        return false
      }
    },
    close: () => sandbox.close(),
  }
}
