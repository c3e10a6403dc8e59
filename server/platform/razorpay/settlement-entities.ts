import * as z from 'zod/mini'

/** The provider's payouts into our bank, as far as we read them. Amounts in minor units of its currency. */
export const razorpaySettlement = z.object({
  id: z.string(),
  amount: z.number(),
  status: z.string(),
  utr: z.nullish(z.string()),
  created_at: z.number(),
})
export type RazorpaySettlement = z.infer<typeof razorpaySettlement>

/** One line of the report on a day's settlements. `amount` = credit + fee of a payment, debit of a refund. */
export const razorpaySettledItem = z.object({
  entity_id: z.string(),
  type: z.string(),
  debit: z.number(),
  credit: z.number(),
  currency: z.string(),
  fee: z.number(),
  tax: z.number(),
  settlement_id: z.nullish(z.string()),
  payment_id: z.nullish(z.string()),
  dispute_id: z.nullish(z.string()),
})
export type RazorpaySettledItem = z.infer<typeof razorpaySettledItem>
