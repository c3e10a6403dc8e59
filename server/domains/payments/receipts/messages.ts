import type { BillingInterval } from '#contract/plans/pricing.ts'

/** The texts of a receipt as a document. */
export const receiptTexts = {
  productName: 'Cheers',
  documentTitle: (number: string) => `Receipt ${number}`,
  title: 'Receipt',
  paidOn: (day: string) => `Paid on ${day}`,
  membership: 'Membership',
  plan: {
    monthly: (planName: string) => `${planName}, monthly`,
    yearly: (planName: string) => `${planName}, yearly`,
  } satisfies Record<BillingInterval, (planName: string) => string>,
  upgradeFor: 'Upgrade for',
  period: 'Period',
  fromTo: (from: string, until: string) => `${from} to ${until}`,
  carried: 'Includes, for an earlier upgrade',
  creator: 'Creator',
  paidBy: 'Paid by',
  gstin: 'GSTIN',
  refunded: 'Refunded',
  paymentId: 'Payment id',
  issuedBy: 'Issued by',
} as const
