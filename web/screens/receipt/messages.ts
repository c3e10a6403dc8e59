/** What the receipt says. */
export const receiptTexts = {
  loading: 'Loading the receipt',
  loadFailed: 'The receipt could not be loaded.',
  backToBilling: 'Billing history',
  print: 'Print',
  downloadPdf: 'Download PDF',
  title: 'Receipt',
  /** The day follows. */
  paidOn: 'Paid on',
  membership: 'Membership',
  yearly: 'Yearly',
  monthly: 'Monthly',
  period: 'Period',
  upgradeFor: 'Upgrade for',
  /** Between two days. */
  to: 'to',
  creator: 'Creator',
  paidBy: 'Paid by',
  receiptNumber: 'Receipt number',
  paymentId: 'Payment id',
  issuedBy: 'Issued by',
} as const
