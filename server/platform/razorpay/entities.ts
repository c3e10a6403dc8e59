import * as z from 'zod/mini'

/*
 * The parts of Razorpay's entities that we read. Loose on purpose: fields we don't use may be missing, null or odd
 * (empty notes come as [], flags as "1"), and new ones may appear any day.
 */

const seconds = z.nullish(z.number())

/** Empty notes arrive as a list, others as an object. */
const notes = z.pipe(
  z.nullish(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
  z.transform((value): Record<string, string> => {
    if (!value || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
  }),
)

export const razorpayPlan = z.object({ id: z.string() })

export const razorpaySubscription = z.object({
  id: z.string(),
  plan_id: z.string(),
  /** Not an enum: `paused` is real and yet missing from every documented list. */
  status: z.string(),
  current_start: seconds,
  current_end: seconds,
  start_at: seconds,
  /** When it charges next; null once it no longer does. */
  charge_at: seconds,
  paid_count: z.nullish(z.number()),
  /** How many periods it has yet to charge, and when the last of them ends. */
  remaining_count: z.nullish(z.number()),
  end_at: seconds,
  /** Another plan, quantity or length waits for the end of the period. */
  has_scheduled_changes: z.nullish(z.boolean()),
  short_url: z.nullish(z.string()),
  created_at: seconds,
  notes,
})
export type RazorpaySubscription = z.infer<typeof razorpaySubscription>

export const razorpayAddon = z.object({
  id: z.string(),
  subscription_id: z.nullish(z.string()),
  /** null while it waits for the next invoice. */
  invoice_id: z.nullish(z.string()),
  item: z.object({ amount: z.number(), currency: z.string() }),
  quantity: z.nullish(z.number()),
})
export type RazorpayAddon = z.infer<typeof razorpayAddon>

const razorpayCard = z.object({
  last4: z.nullish(z.string()),
  network: z.nullish(z.string()),
  /** Set on some payments only. */
  expiry_month: z.nullish(z.union([z.number(), z.string()])),
  expiry_year: z.nullish(z.union([z.number(), z.string()])),
  /** Issued outside India. */
  international: z.nullish(z.boolean()),
})

export const razorpayPayment = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  invoice_id: z.nullish(z.string()),
  amount_refunded: z.nullish(z.number()),
  error_description: z.nullish(z.string()),
  card: z.nullish(razorpayCard),
  /** The UPI address that paid, if it wasn't a card. */
  vpa: z.nullish(z.string()),
  /** The provider's fee, tax included, and the whole charge, both in rupees; set once captured. */
  fee: z.nullish(z.number()),
  tax: z.nullish(z.number()),
  base_amount: z.nullish(z.number()),
  base_currency: z.nullish(z.string()),
  created_at: seconds,
})
export type RazorpayPayment = z.infer<typeof razorpayPayment>

export const razorpayInvoice = z.object({
  id: z.string(),
  subscription_id: z.nullish(z.string()),
  payment_id: z.nullish(z.string()),
  status: z.nullish(z.string()),
  billing_start: seconds,
  billing_end: seconds,
})
export type RazorpayInvoice = z.infer<typeof razorpayInvoice>

export const razorpayRefund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** pending, processed or failed */
  status: z.string(),
  created_at: seconds,
  notes,
})
export type RazorpayRefund = z.infer<typeof razorpayRefund>

export const razorpayPayout = z.object({
  id: z.string(),
  /** pending, queued, processing, processed, failed, rejected, cancelled or reversed */
  status: z.string(),
  reference_id: z.nullish(z.string()),
  utr: z.nullish(z.string()),
  /** Its fee for the payout, and the tax in it; in paise. */
  fees: z.nullish(z.number()),
  tax: z.nullish(z.number()),
  status_details: z.nullish(z.object({ description: z.nullish(z.string()) })),
})
export type RazorpayPayout = z.infer<typeof razorpayPayout>

export const razorpayDispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  /** In `currency`, which may be the settlement's and not the payment's. */
  amount: z.number(),
  currency: z.nullish(z.string()),
  /** open, under_review, won, lost or closed */
  status: z.string(),
  /** fraud, retrieval, chargeback, pre_arbitration or arbitration */
  phase: z.nullish(z.string()),
  respond_by: seconds,
  reason_code: z.nullish(z.string()),
  created_at: seconds,
})
export type RazorpayDispute = z.infer<typeof razorpayDispute>

export function collectionOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ items: z.array(item) })
}

const entityOf = <Entity extends z.core.$ZodType>(entity: Entity) => z.optional(z.object({ entity }))

/** The envelope of a webhook. Which entities it carries differs per event, and `contains` does not always say so. */
export const razorpayWebhookBody = z.object({
  event: z.string(),
  created_at: seconds,
  payload: z.object({
    subscription: entityOf(razorpaySubscription),
    payment: entityOf(razorpayPayment),
    invoice: entityOf(razorpayInvoice),
    refund: entityOf(razorpayRefund),
    dispute: entityOf(razorpayDispute),
    payout: entityOf(razorpayPayout),
  }),
})
export type RazorpayWebhookBody = z.infer<typeof razorpayWebhookBody>
