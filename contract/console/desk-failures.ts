import { defineFailures } from '../http/route.ts'
import { EVIDENCE_PICTURES_MAX } from './dispute-rules.ts'

export const deskFailures = defineFailures({
  dispute_not_found: { status: 404, message: 'There is no such dispute.' },
  dispute_settled: { status: 409, message: 'The bank has decided already.' },
  dispute_answered: { status: 409, message: 'The bank has our answer already.' },
  dispute_suspected: {
    status: 409,
    message:
      'The bank only suspects fraud: nothing has been taken, and there is nothing to answer yet. The payment can be refunded.',
  },
  evidence_refused: {
    status: 422,
    message: `Send up to ${EVIDENCE_PICTURES_MAX} pictures, each a JPEG or PNG of your own.`,
    field: 'mediaIds',
  },
  job_not_found: { status: 404, message: 'There is no such job. It may have ended meanwhile.' },
  job_running: { status: 409, message: 'This job is running. Wait until it has ended.' },
  event_not_found: { status: 404, message: 'There is no such event.' },
})
