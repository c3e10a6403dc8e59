import { defineFailures } from '../http/route.ts'
import { consoleMessages as messages } from './messages.ts'

export const deskFailures = defineFailures({
  dispute_not_found: { status: 404, message: messages.disputeNotFound },
  dispute_settled: { status: 409, message: messages.disputeSettled },
  dispute_answered: { status: 409, message: messages.disputeAnswered },
  dispute_suspected: { status: 409, message: messages.disputeSuspected },
  evidence_refused: { status: 422, message: messages.evidenceRefused, field: 'mediaIds' },
  job_not_found: { status: 404, message: messages.jobNotFound },
  job_running: { status: 409, message: messages.jobRunning },
  error_not_found: { status: 404, message: messages.errorNotFound },
  event_not_found: { status: 404, message: messages.eventNotFound },
})
