/** The texts of lists of payments. */
export const paymentTexts = {
  loading: 'Loading payments',
  failed: 'Payments could not be loaded',
  showMore: 'Show more',
  moreFailed: 'More could not be loaded.',
  none: 'No payments',
  planOf: (plan: string, page: string) => `${plan} by ${page}`,
  meta: (first: string, second: string) => `${first} · ${second}`,
  receipt: (number: string) => `Receipt ${number}`,
  refunded: 'Refunded',
  partlyRefunded: (amount: string) => `${amount} refunded`,
  disputed: 'Disputed',
} as const
