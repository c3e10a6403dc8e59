import { shareOfCents } from '#contract/money.ts'
import { BILLING_INTERVALS, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import { feesPaise, paiseOf } from '#sandbox/razorpay/wire/payment.ts'

import type { Writer } from './writer.ts'

/** By the month, the cheapest first. */
const PRICES = {
  USD: [500, 999, 1500, 2500, 5000],
  INR: [19_900, 49_900, 99_900, 199_900, 499_900],
} as const

/** What the payment sandbox keeps of a charge that was paid without a card. */
function providerFee(amount: number, currency: string): { base: number; fee: number; tax: number } {
  const { fee, tax } = feesPaise({ isCaptured: true, card: null, amount, currency })
  return { base: paiseOf({ amount, currency }), fee: fee ?? 0, tax: tax ?? 0 }
}

const COLUMNS = `currency text, place integer, interval text, fee_basis_points integer, price_cents bigint,
  amount_cents bigint, fee_cents bigint, base_minor bigint, provider_fee_minor bigint, provider_tax_minor bigint`

/** Makes the table `populate_prices`: each price, what a charge comes to, and who gets what of it. */
export async function writePrices({ run, rows }: Writer): Promise<void> {
  const offered = await rows<{ points: number }>('select fee_basis_points as points from platform_plans')
  const made = Object.entries(PRICES).flatMap(([currency, prices]) =>
    prices.flatMap((priceCents, place) =>
      BILLING_INTERVALS.flatMap((interval) =>
        offered.map(({ points }) => {
          const amount = pricePerIntervalCents(priceCents, interval)
          const feeCents = shareOfCents(amount, points)
          const provider = providerFee(amount, currency)
          return {
            currency,
            place,
            interval,
            fee_basis_points: points,
            price_cents: priceCents,
            amount_cents: amount,
            fee_cents: feeCents,
            base_minor: provider.base,
            provider_fee_minor: provider.fee,
            provider_tax_minor: provider.tax,
          }
        }),
      ),
    ),
  )
  await run(`create temp table populate_prices (${COLUMNS}) on commit drop`)
  await run(`insert into populate_prices select p.* from jsonb_to_recordset($1) p (${COLUMNS})`, [
    JSON.stringify(made),
  ])
  await run('analyze populate_prices')
}
