import { formatDay } from '../dates.ts'
import { formatCents } from '../money.ts'
import { type BillingInterval, formatPrice } from '../plans/pricing.ts'
import type { ChangePreview } from './engine/plan-change.ts'

/** A preview in sentences, in the order in which things happen. */
export function changeLines(
  preview: ChangePreview,
  to: {
    planName: string
    interval: BillingInterval
    currency: string
    isUndo?: boolean
    isReturn?: boolean
    isNew?: boolean
  },
): string[] {
  const { timing, chargedNowCents, carriedCents, creditCents } = preview
  const day = formatDay(preview.nextChargeAt)
  const amount = (cents: number) => formatCents(cents, to.currency)
  const price = formatPrice(preview.nextChargeCents, to.interval, to.currency)
  const waiting =
    carriedCents > 0
      ? [`${amount(carriedCents)} from your last upgrade is added to the payment on ${day}.`]
      : []
  if (to.isNew)
    return [
      `${to.planName} begins at once, and your membership is active again.`,
      `Today you pay ${amount(chargedNowCents)}. From ${day} you pay ${price}.`,
    ]
  if (to.isReturn)
    return [
      "Your membership is active again, and what you've paid counts.",
      ...changeLines(preview, { planName: to.planName, interval: to.interval, currency: to.currency }),
    ]
  if (to.isUndo)
    return [
      `You stay on ${to.planName}: the planned change is undone.`,
      `Nothing is charged today. From ${day} you pay ${price}, as before.`,
      ...waiting,
    ]
  if (timing === 'period_end')
    return [
      `You keep your current plan until ${day}.`,
      `Nothing is charged today. ${to.planName} begins on ${day} at ${price}.`,
      ...waiting,
    ]
  const credit = `The unused time you have paid for is worth ${amount(creditCents)}.`
  if (preview.settledBy === 'difference')
    return [
      `${to.planName} begins at once.`,
      credit,
      chargedNowCents > 0
        ? `Today you pay the difference up to ${day}: ${amount(chargedNowCents)}.`
        : 'You pay nothing today.',
      ...(carriedCents > 0
        ? [
            `The difference up to ${day} is ${amount(carriedCents)}, too little to charge on its own. It is added to your payment on ${day}: ${amount(preview.nextChargeCents + carriedCents)} then, and ${price} after that. If you cancel before then, it is never charged.`,
          ]
        : [`From ${day} you pay ${price}.`]),
    ]
  return [
    `${to.planName} begins at once.`,
    `${credit} It pays for your new plan until ${day}.`,
    `Nothing is charged today. From ${day} you pay ${price}.`,
    ...waiting,
  ]
}
