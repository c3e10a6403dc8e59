import type { BillingInterval } from './pricing.ts'

/** A price with its interval: "$9.99/month". */
export const priceTexts: Record<BillingInterval, (price: string) => string> = {
  monthly: (price) => `${price}/month`,
  yearly: (price) => `${price}/year`,
}
