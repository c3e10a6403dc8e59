import type * as z from 'zod/mini'

import { dollarsFromCents } from '#contract/money.ts'
import { changeLines } from '#contract/subscriptions/change-lines.ts'
import * as contract from '#contract/subscriptions/change-routes.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'
import type { RazorpayClient } from '#server/platform/razorpay/client.ts'

import { reactivate, openCardChange, pause } from '../lifecycle/pause.ts'
import { getOwnSubscription, presentSubscription } from '../service.ts'
import { openChange, type PayableChange, quoteChange } from './change.ts'

export const subscriptionChangeImplementations: Implementation[] = [
  implementForMember(contract.previewPlanChange, async (db, { input, viewer, now }) => {
    const row = await getOwnSubscription(db, viewer, input.m2cSubscriptionId)
    const { planId, interval, timing, newPrice } = input
    const wish = { planId, interval, timing, newPrice }
    const quote = await quoteChange(db, row, wish, now)
    const { preview } = quote
    return {
      kind: preview.kind,
      timing: preview.timing,
      chargedNow: dollarsFromCents(preview.chargedNowCents),
      carried: dollarsFromCents(preview.carriedCents),
      credit: dollarsFromCents(preview.creditCents),
      accessUntil: preview.accessUntil.toISOString(),
      nextChargeAt: preview.nextChargeAt.toISOString(),
      nextCharge: dollarsFromCents(preview.nextChargeCents),
      currency: quote.currency,
      quotedAt: now.toISOString(),
      lines: changeLines(preview, { ...quote, interval }),
    }
  }),

  implementInPhases(contract.changePlan, async (inTransaction, { input, viewer, platform, now }) => {
    const { planId, interval, timing, newPrice } = input
    const change = await openChange(inTransaction, platform.razorpay, {
      viewer,
      now,
      subscriptionId: input.m2cSubscriptionId,
      wish: { planId, interval, timing, newPrice },
      quotedAt: new Date(input.quotedAt),
      chargedNow: input.chargedNow,
    })
    return presentOrder(platform.razorpay, change)
  }),

  implementInPhases(contract.reactivate, async (inTransaction, { input, viewer, platform, now }) => {
    const subscriptionId = input.m2cSubscriptionId
    const change = await reactivate(inTransaction, platform.razorpay, { viewer, now, subscriptionId })
    return change
      ? presentOrder(platform.razorpay, change)
      : {
          razorpayKey: platform.razorpay.keyId,
          subscriptionId: '',
          m2cSubscriptionId: subscriptionId,
          approvalUrl: null,
          mode: 'none' as const,
        }
  }),

  implementInPhases(contract.changeCard, async (inTransaction, { input, viewer, platform, now }) => {
    const opened = await openCardChange(inTransaction, platform.razorpay, {
      viewer,
      now,
      subscriptionId: input.m2cSubscriptionId,
    })
    if (typeof opened !== 'string') return presentOrder(platform.razorpay, opened)
    return {
      razorpayKey: platform.razorpay.keyId,
      subscriptionId: opened,
      m2cSubscriptionId: input.m2cSubscriptionId,
      approvalUrl: null,
      mode: 'card_change' as const,
    }
  }),

  implementInPhases(contract.pauseSubscription, async (inTransaction, { input, viewer, platform, now }) =>
    presentSubscription(
      await pause(inTransaction, platform.razorpay, {
        viewer,
        now,
        subscriptionId: input.m2cSubscriptionId,
      }),
    ),
  ),
]

function presentOrder(
  razorpay: RazorpayClient,
  change: PayableChange,
): z.infer<typeof contract.checkoutOrder> {
  return {
    razorpayKey: razorpay.keyId,
    subscriptionId: change.providerSubscriptionId,
    m2cSubscriptionId: change.subscriptionId,
    approvalUrl: change.providerPageUrl,
    mode: 'payment',
  }
}
