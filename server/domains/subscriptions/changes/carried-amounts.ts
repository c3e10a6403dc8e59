import * as z from 'zod/mini'

import { isLive } from '#contract/subscriptions/engine/access.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { findSubscription } from '../queries.ts'

const CHARGEABLE = new Set(['active', 'authenticated', 'pending'])

/**
 * Tells the provider to add to its next invoice what a membership owes for an upgrade. It first looks at what is
 * already waiting there, as the answer to an earlier call may have been lost. An amount the provider refuses keeps
 * waiting. It lapses if the provider's subscription ends first.
 */
export const carryToNextCharge = defineJobInPhases(
  {
    name: 'subscriptions.carry-to-next-charge',
    payload: z.object({ subscriptionId: z.string() }),
    reachesOut: true,
  },
  async (inTransaction, { subscriptionId }, { platform: { razorpay, log } }) => {
    const row = await inTransaction((db) => findSubscription(db, subscriptionId))
    if (!row || !isLive(row.status) || row.providerSubscriptionId === null || row.carriedCents === 0) return
    const { providerSubscriptionId: id, currency } = row
    const { status, created_at: createdAt } = await razorpay.getSubscription(id)
    if (!CHARGEABLE.has(status)) return
    const waiting = await razorpay.listAddons(id, createdAt ? new Date(createdAt * 1000) : row.createdAt)
    const waitingCents = waiting
      .filter(({ invoice_id: invoiceId }) => !invoiceId)
      .reduce((sum, { item, quantity }) => sum + item.amount * (quantity ?? 1), 0)
    const missingCents = row.carriedCents - waitingCents
    if (missingCents <= 0) return
    const name = `${row.planName}: the rest of an upgrade`.slice(0, 100)
    try {
      await razorpay.addToNextInvoice(id, { name, amountCents: missingCents, currency })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null || refusal === 'rate_limited') throw error
      log.warn(
        { subscriptionId, err: error },
        'a carried amount keeps waiting: the provider did not add it to the next charge',
      )
    }
  },
)
