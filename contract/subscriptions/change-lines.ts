import { formatDay } from '../dates.ts'
import { formatCents } from '../money.ts'
import { type BillingInterval, formatPrice } from '../plans/pricing.ts'
import type { ChangePreview } from './engine/change.ts'

/** A preview in sentences, in the order in which things happen. */
export function changeLines(
  preview: ChangePreview,
  to: { planName: string; interval: BillingInterval; isUndo?: boolean },
): string[] {
  const { timing, chargedNowCents, creditCents } = preview
  const day = formatDay(preview.nextChargeAt)
  const price = formatPrice(preview.nextChargeCents, to.interval)
  if (to.isUndo)
    return [
      `You stay on ${to.planName}: the planned change is taken back.`,
      `Nothing is charged today. From ${day} on you pay ${price}, as before.`,
    ]
  if (timing === 'period_end')
    return [
      `You keep your present plan until ${day}.`,
      `Nothing is charged today. ${to.planName} begins on ${day} at ${price}.`,
    ]
  const credit = `The time you have paid for and not used is worth ${formatCents(creditCents)}.`
  if (preview.settledBy === 'difference')
    return [
      `${to.planName} begins at once.`,
      credit,
      chargedNowCents > 0
        ? `Today you pay the difference up to ${day}: ${formatCents(chargedNowCents)}.`
        : 'The difference for the time left is too small to charge: you pay nothing today.',
      `From ${day} on you pay ${price}.`,
    ]
  return [
    `${to.planName} begins at once.`,
    `${credit} It pays for your new plan until ${day}.`,
    `Nothing is charged today. From ${day} on you pay ${price}.`,
  ]
}
