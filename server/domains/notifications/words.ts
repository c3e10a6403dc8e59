import { formatDay } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { formatCents } from '#contract/money.ts'
import { priceTexts } from '#contract/plans/price-messages.ts'
import { type BillingInterval, formatPrice } from '#contract/plans/pricing.ts'
import { textsFor } from '#server/platform/texts.ts'

interface Charged {
  interval: BillingInterval
  currency: string
}

/** What a member pays now, and what the next renewal charges where that differs. */
interface Renewing extends Charged {
  priceCents: number
  nextPriceCents: number | null
  nextInterval: BillingInterval | null
}

/** The days, amounts and prices of a mail, as its language writes them. */
export function wordsIn(language: Language) {
  const price = (cents: number, { interval, currency }: Charged) =>
    formatPrice(cents, interval, currency, language, textsFor(language)(priceTexts))
  return {
    day: (moment: Date) => formatDay(moment, language),
    amount: (cents: number, currency: string) => formatCents(cents, currency, language),
    price,
    /** What the next renewal charges. */
    comingAmount: ({ nextPriceCents, priceCents, currency }: Renewing) =>
      formatCents(nextPriceCents ?? priceCents, currency, language),
    /** The price of the next renewal. */
    comingPrice: ({ nextPriceCents, nextInterval, priceCents, interval, currency }: Renewing) =>
      price(nextPriceCents ?? priceCents, { interval: nextInterval ?? interval, currency }),
  }
}
