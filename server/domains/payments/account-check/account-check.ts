import { Gauge } from 'prom-client'
import * as z from 'zod/mini'

import { CURRENCY, formatCents } from '#contract/money.ts'
import { PLAN_PRICE_MIN_CENTS } from '#contract/plans/pricing.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'

import { findCheckedPlan, saveCheckedPlan } from './account-check-queries.ts'

const accountReady = new Gauge({
  name: 'payment_account_ready',
  help: 'Whether the payment account accepts plans in our currency at our lowest price: 1 yes, 0 no.',
  registers: [productMetrics],
})

const SMALLEST = `${formatCents(PLAN_PRICE_MIN_CENTS, CURRENCY)} a month in ${CURRENCY}`

/**
 * Asks the provider once at each start whether the account can charge what we offer: the plan created for this check is
 * looked up again, and created the first time with an account. It changes nothing for anyone: the result is in the log,
 * with what to do, and at /metrics. The server runs on.
 */
export const checkAccount = defineJobInPhases(
  { name: 'payments.check-account', payload: z.object({}), maxAttempts: 5, reachesOut: true },
  async (inTransaction, _, { platform: { razorpay, log }, now }) => {
    const { keyId } = razorpay
    const known = await inTransaction((db) => findCheckedPlan(db, keyId))
    try {
      const id = known ?? (await razorpay.createPlan(smallestPlan())).id
      if (known !== null) await razorpay.getPlan(known)
      await inTransaction((db) => saveCheckedPlan(db, { keyId, providerPlanId: id, now }))
      accountReady.set(1)
      log.info({ keyId }, `the payment account accepts plans from ${SMALLEST}`)
    } catch (error) {
      if (!(error instanceof RazorpayError && error.isCertain)) throw error
      accountReady.set(0)
      log.error({ keyId, status: error.status, reason: error.message }, adviceFor(error))
    }
  },
)

function smallestPlan() {
  return {
    period: 'monthly' as const,
    name: 'Cheers: check of the account',
    amountCents: PLAN_PRICE_MIN_CENTS,
    currency: CURRENCY,
    notes: { cheers_check: 'account' },
  }
}

/** What the operator has to do. */
function adviceFor({ status, message }: RazorpayError): string {
  if (status === 401)
    return 'Nobody can pay: the payment provider refuses our keys. Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to a pair that is in force.'
  if (message.toLowerCase().includes('amount'))
    return `Nobody can join the smallest plans: the payment provider takes none of ${SMALLEST}. Ask its support to lower the minimum of the account.`
  if (status === 429) return 'The payment account could not be checked: too many calls at once.'
  return `Nobody can pay: the payment provider refuses plans of ${SMALLEST}. Activate subscriptions and international payments for the account in its dashboard, then start Cheers again.`
}

export const accountCheckJobs = [checkAccount] as Job[]
