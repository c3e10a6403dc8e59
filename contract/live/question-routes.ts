import * as z from 'zod/mini'

import { channelFailures } from '../channels/failures.ts'
import { id, listInput, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { liveFailures as failures } from './failures.ts'
import { question } from './live-session.ts'
import { liveMessages as messages } from './messages.ts'
import {
  ANSWER_MAX_LENGTH,
  DECLINE_REASON_MAX_LENGTH,
  QUESTION_ACTS,
  QUESTION_MAX_LENGTH,
  QUESTION_PARTS,
} from './rules.ts'

const liveSessionId = id()
const questionId = id()
const ofQuestion = z.object({ questionId })

export const listQuestions = route({
  method: 'GET',
  path: '/live-sessions/:liveSessionId/questions',
  caller: 'member',
  summary:
    'Questions of a session: those that wait, what is taken first, then the most wanted, then the oldest; those answered; the caller’s own; or, for moderators, those held.',
  input: z.object({ liveSessionId, part: z.enum(QUESTION_PARTS), ...listInput }),
  output: z.object({ questions: z.array(question), cursor: z.nullable(id()) }),
  failures: [failures.live_session_not_found],
})

export const askQuestion = route({
  method: 'POST',
  path: '/live-sessions/:liveSessionId/questions',
  caller: 'member',
  summary: 'Asks a question. The same `clientKey` asks it once.',
  input: z.object({
    liveSessionId,
    clientKey: id(),
    body: requiredText(messages.questionRequired, QUESTION_MAX_LENGTH, messages.questionTooLong),
    isAnonymous: z.boolean(),
  }),
  output: question,
  failures: [
    failures.live_session_not_found,
    failures.wrong_state,
    failures.questions_off,
    failures.question_pace,
    failures.too_many_questions,
    failures.anonymous_off,
    channelFailures.may_not_write,
    channelFailures.word_refused,
    channelFailures.links_refused,
    channelFailures.newcomer_links,
  ],
})

export const voteForQuestion = route({
  method: 'PUT',
  path: '/questions/:questionId/vote',
  caller: 'member',
  summary: 'Wants a question answered, too; again, it changes nothing.',
  input: ofQuestion,
  output: question,
  failures: [failures.question_not_found, failures.wrong_state],
})

export const takeQuestionVoteBack = route({
  method: 'DELETE',
  path: '/questions/:questionId/vote',
  caller: 'member',
  summary: 'Takes that back.',
  input: ofQuestion,
  output: question,
  failures: [failures.question_not_found, failures.wrong_state],
})

export const withdrawQuestion = route({
  method: 'DELETE',
  path: '/questions/:questionId',
  caller: 'member',
  summary: 'Takes back a question of one’s own that hasn’t been answered.',
  input: ofQuestion,
  output: z.object({}),
  failures: [failures.question_not_found, failures.wrong_state],
})

export const actOnQuestion = route({
  method: 'POST',
  path: '/questions/:questionId/act',
  caller: 'member',
  summary:
    'Approves, declines, takes or answers a question, for the owner and moderators. Its asker reads the reason. After the session, questions are answered in writing for 14 days.',
  input: z.object({
    questionId,
    act: z.enum(QUESTION_ACTS),
    answer: z.optional(z.string().check(z.trim(), z.maxLength(ANSWER_MAX_LENGTH, messages.answerTooLong))),
    reason: z.optional(
      z.string().check(z.trim(), z.maxLength(DECLINE_REASON_MAX_LENGTH, messages.reasonTooLong)),
    ),
  }),
  output: question,
  failures: [failures.question_not_found, failures.wrong_state, failures.answer_required],
})

export const questionRoutes = [
  listQuestions,
  askQuestion,
  voteForQuestion,
  takeQuestionVoteBack,
  withdrawQuestion,
  actOnQuestion,
] as const
