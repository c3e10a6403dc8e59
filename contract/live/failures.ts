import { defineFailures } from '../http/route.ts'
import { liveMessages as messages } from './messages.ts'

export const liveFailures = defineFailures({
  live_session_not_found: { status: 404, message: messages.notFound },
  question_not_found: { status: 404, message: messages.questionNotFound },
  wrong_state: { status: 409, message: messages.wrongState },
  one_live_only: { status: 409, message: messages.oneLiveOnly },
  too_many_ahead: { status: 409, message: messages.tooManyAhead },
  starts_wrong: { status: 422, message: messages.startsWrong, field: 'startsAt' },
  being_broadcast: { status: 409, message: messages.beingBroadcast },
  segment_out_of_order: { status: 409, message: messages.segmentOutOfOrder },
  segment_refused: { status: 422, message: messages.segmentRefused },
  no_small_picture: { status: 503, message: messages.noSmallPicture },
  questions_off: { status: 409, message: messages.questionsOff },
  question_pace: { status: 429, message: messages.questionPace },
  too_many_questions: { status: 409, message: messages.tooManyQuestions },
  anonymous_off: { status: 422, message: messages.anonymousOff, field: 'isAnonymous' },
  answer_required: { status: 422, message: messages.answerRequired, field: 'answer' },
})
