import { defineFailures } from '../http/route.ts'
import { payoutMessages as messages } from './messages.ts'

export const payoutFailures = defineFailures({
  payout_details_wrong: { status: 422, message: 'Please check your payout details.', isExplained: true },
  payout_details_missing: { status: 409, message: messages.detailsMissing },
  payout_below_threshold: { status: 409, message: messages.belowThreshold },
  payout_needs_factor: { status: 409, message: messages.needsFactor },
  payout_open: { status: 409, message: messages.alreadyOpen },
})

export const statementFailures = defineFailures({
  statement_not_found: { status: 404, message: 'There is no statement for this month.' },
})
