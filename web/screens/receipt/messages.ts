import { slot } from '#contract/rich-text.ts'

/** The texts of the receipt. */
export const receiptTexts = {
  loading: 'Loading the receipt',
  loadFailed: 'The receipt could not be loaded.',
  backToBilling: 'Billing history',
  print: 'Print',
  downloadPdf: 'Download PDF',
  title: 'Receipt',
  paidOn: (day: string) => `Paid on ${slot('day', day)}`,
  membership: 'Membership',
  yearly: 'Yearly',
  monthly: 'Monthly',
  period: 'Period',
  upgradeFor: 'Upgrade for',
  fromTo: (from: string, until: string) => `${slot('from', from)} to ${slot('until', until)}`,
  carried: 'Includes, for an earlier upgrade',
  creator: 'Creator',
  paidBy: 'Paid by',
  gstin: 'GSTIN',
  refunded: 'Refunded',
  receiptNumber: 'Receipt number',
  paymentId: 'Payment id',
  whereItWent: 'Where your money went',
  youPaid: 'You paid',
  forCreator: (pageName: string) => `For ${pageName}`,
  issuedBy: 'Issued by',
} as const
