import { defineFailures } from '../http/route.ts'
import { enforcementMessages as messages } from './messages.ts'

export const enforcementFailures = defineFailures({
  target_not_found: { status: 404, message: messages.targetNotFound },
  own_item: { status: 409, message: messages.ownItem },
  case_not_found: { status: 404, message: messages.caseNotFound },
  case_closed: { status: 409, message: messages.caseClosed },
  own_case: { status: 403, message: messages.ownCase },
  staff_concerned: { status: 409, message: messages.staffConcerned },
  measure_wrong: { status: 422, message: messages.measureWrong, field: 'measure' },
  fix_days_wrong: { status: 422, message: messages.fixDaysWrong, field: 'fixDays' },
  limit_days_wrong: { status: 422, message: messages.limitDaysWrong, field: 'days' },
  nothing_to_extend: { status: 409, message: messages.nothingToExtend },
  appeal_late: { status: 409, message: messages.appealLate },
  appealed: { status: 409, message: messages.appealed },
  nothing_to_appeal: { status: 409, message: messages.nothingToAppeal },
  appeal_not_found: { status: 404, message: messages.appealNotFound },
  appeal_answered: { status: 409, message: messages.appealAnswered },
  same_decider: { status: 403, message: messages.sameDecider },
  grievance_not_found: { status: 404, message: messages.grievanceNotFound },
  grievance_answered: { status: 409, message: messages.grievanceAnswered },
  nothing_to_fix: { status: 409, message: messages.nothingToFix },
})
