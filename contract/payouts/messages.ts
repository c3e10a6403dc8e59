import { CURRENCIES, formatCents } from '../money.ts'
import { formatList } from '../lists.ts'
import { BANK_TRANSFER_BUSINESS_DAYS, DETAILS_HOLD_DAYS, PAYOUT_THRESHOLD, UNPROTECTED_MAX } from './rules.ts'
import type { StatementKind } from './rules.ts'

const LEAST = formatList(
  CURRENCIES.map((each) => formatCents(PAYOUT_THRESHOLD[each], each)),
  'disjunction',
)

const MOST_UNPROTECTED = formatList(
  CURRENCIES.map((each) => formatCents(UNPROTECTED_MAX[each], each)),
  'disjunction',
)

/** What people read about payouts. */
export const payoutMessages = {
  detailsSaved: 'Your payout details are saved.',
  detailsReplaced: 'Your payout details changed before this payout left. Request it again.',
  detailsHeld: `Your payout details are saved. To keep you safe, nothing is sent to them for ${DETAILS_HOLD_DAYS} days.`,
  passwordRequired: 'Enter your password to change where you are paid.',
  requested: `Your payout is requested. Bank transfers take ${BANK_TRANSFER_BUSINESS_DAYS} business days.`,
  requestedWhileHeld:
    'Your payout is requested. It leaves as soon as the hold on your new payout details ends.',
  detailsMissing: 'Tell us where you want to be paid first.',
  belowThreshold: `A payout needs more than ${LEAST} available.`,
  needsFactor: `Payouts of more than ${MOST_UNPROTECTED} need a second step at log-in. Add a passkey or an authenticator app in your settings, then come back.`,
  alreadyOpen: 'A payout is already on its way. You can request the next one once it has arrived.',
} as const

/** The ways to be paid. */
export const payoutMethodNames = {
  bank: 'Bank account in India',
  iban: 'Bank account elsewhere (IBAN)',
  upi: 'UPI',
  paypal: 'PayPal',
} as const

/** What can be wrong with where a creator is paid. */
export const payoutDetailsMessages = {
  tooLong: 'This is too long.',
  holder: 'Enter the name the account is held in.',
  accountNumber: 'An account number has 9 to 18 digits.',
  ifsc: 'An IFSC code has eleven characters, like HDFC0001234.',
  iban: 'This IBAN is not right. Please check it digit by digit.',
  upiId: 'A UPI ID looks like name@bank.',
  paypalEmail: 'Enter the email of your PayPal account.',
} as const

/** What each kind of line of a statement is called, on the page and in the files. */
export const STATEMENT_KINDS = {
  charge: 'Payment',
  refund: 'Refund',
  'refund-failed': 'Refund returned',
  dispute: 'Held for a dispute',
  'dispute-released': 'Dispute released',
  payout: 'Payout',
  'payout-failed': 'Payout returned',
  'payout-reversed': 'Payout came back',
} as const satisfies Record<StatementKind, string>

/** What a line of a statement is about, if part of the payment is for an earlier upgrade; on the page and in the files. */
export const statementLineTexts = {
  withCarried: (about: string, amount: string) => `${about}; includes ${amount} for an earlier upgrade`,
} as const
