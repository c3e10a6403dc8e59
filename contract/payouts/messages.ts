import { CURRENCIES, formatCents } from '../money.ts'
import { formatList } from '../numbers.ts'
import { BANK_TRANSFER_BUSINESS_DAYS, DETAILS_HOLD_DAYS, PAYOUT_THRESHOLD } from './rules.ts'

const LEAST = formatList(
  CURRENCIES.map((each) => formatCents(PAYOUT_THRESHOLD[each], each)),
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
  alreadyOpen: 'A payout is already on its way. You can request the next one once it has arrived.',
} as const
