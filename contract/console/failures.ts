import { defineFailures } from '../http/route.ts'
import { consoleMessages as messages } from './messages.ts'

export const consoleFailures = defineFailures({
  words_missing: { status: 422, message: messages.wordsMissing },
  own_matter: { status: 403, message: messages.ownMatter },
  one_person_only: { status: 403, message: messages.onePersonOnly },
  refund_limit: { status: 403, message: messages.refundLimit },
  second_person: { status: 403, message: messages.secondPerson },
  own_request: { status: 403, message: messages.ownRequest },
  approval_over: { status: 409, message: messages.approvalOver },
  approval_open: { status: 409, message: messages.approvalOpen },
  approval_not_found: { status: 404, message: messages.approvalNotFound },
  has_role: { status: 409, message: messages.hasRole },
  not_on_staff: { status: 409, message: messages.notOnStaff },
  pass_unknown: { status: 404, message: messages.passUnknown, field: 'code' },
  pass_over: { status: 404, message: messages.passOver },
  last_operator: { status: 409, message: messages.lastOperator },
})
