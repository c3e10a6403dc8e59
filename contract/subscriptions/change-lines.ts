import { formatDay } from '../dates.ts'
import { formatCents } from '../money.ts'
import { type BillingInterval, formatPrice } from '../plans/pricing.ts'
import type { ChangePreview } from './engine/plan-change.ts'
import { changeTexts as texts } from './messages.ts'

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
  const waiting = carriedCents > 0 ? [texts.carriedIsAdded(amount(carriedCents), day)] : []
  if (to.isNew)
    return [texts.beginsAndActive(to.planName), texts.payToday(amount(chargedNowCents), day, price)]
  if (to.isReturn)
    return [
      texts.activeAgain,
      ...changeLines(preview, { planName: to.planName, interval: to.interval, currency: to.currency }),
    ]
  if (to.isUndo) return [texts.undone(to.planName), texts.asBefore(day, price), ...waiting]
  if (timing === 'period_end')
    return [texts.keepsUntil(day), texts.beginsOn(to.planName, day, price), ...waiting]
  if (preview.settledBy === 'proration')
    return [
      texts.beginsAtOnce(to.planName),
      texts.credit(amount(creditCents)),
      chargedNowCents > 0 ? texts.difference(day, amount(chargedNowCents)) : texts.nothingToday,
      ...(carriedCents > 0
        ? [
            texts.tooLittle({
              day,
              carried: amount(carriedCents),
              afterwards: amount(preview.nextChargeCents + carriedCents),
              price,
            }),
          ]
        : [texts.from(day, price)]),
    ]
  return [
    texts.beginsAtOnce(to.planName),
    texts.creditPays(amount(creditCents), day),
    texts.nothingTodayFrom(day, price),
    ...waiting,
  ]
}
