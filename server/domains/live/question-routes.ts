import * as contract from '#contract/live/question-routes.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { QUESTIONS_PER_PAGE } from '#contract/live/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import { type Limit, limited } from '#server/platform/http/limits.ts'

import { presentQuestion, presentQuestions } from './present-questions.ts'
import { findQuestion, listAnswered, listHeld, listOwn, listWaiting } from './question-queries.ts'
import { act, ask, type Found, vote, withdraw } from './questions.ts'
import { getEnteredLive } from './service.ts'

const asksPerUser: Limit = { name: 'ask-questions', points: 120, windowSeconds: 3600 }
const votesPerUser: Limit = { name: 'question-votes', points: 120, windowSeconds: 60 }
const actsPerUser: Limit = { name: 'act-on-questions', points: 600, windowSeconds: 600 }

const LISTS = { waiting: listWaiting, answered: listAnswered, held: listHeld, own: listOwn }

function shown(db: Db, { row, session, mayModerate }: Found, viewerId: string, now: Date) {
  return presentQuestion(db, row, { creatorId: session.creatorId, viewerId, mayModerate, now })
}

export const questionImplementations: Implementation[] = [
  implementForMember(contract.listQuestions, async (db, { input, viewer, now }) => {
    const { liveSessionId, part, cursor = null, limit = QUESTIONS_PER_PAGE } = input
    const session = await getEnteredLive(db, { id: liveSessionId, viewerId: viewer.id, now })
    const mayModerate = session.ownerId === viewer.id || session.isModerator
    if (part === 'held' && !mayModerate) throw new Failure(liveFailures.live_session_not_found)
    const rows = await LISTS[part](db, { liveSessionId, viewerId: viewer.id, cursor, limit })
    const { creatorId } = session
    return {
      questions: await presentQuestions(db, rows, { creatorId, viewerId: viewer.id, mayModerate, now }),
      cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    }
  }),

  implementForMember(
    contract.askQuestion,
    async (db, { input: { liveSessionId, ...asked }, viewer, now }) => {
      const session = await getEnteredLive(db, { id: liveSessionId, viewerId: viewer.id, now })
      const id = await ask(db, { ...asked, session, askerId: viewer.id, now })
      const row = await findQuestion(db, id, viewer.id)
      if (row?.liveSessionId !== liveSessionId) throw new Failure(liveFailures.live_session_not_found)
      return shown(db, { row, session, mayModerate: false }, viewer.id, now)
    },
    limited(asksPerUser),
  ),

  implementForMember(
    contract.voteForQuestion,
    async (db, { input, viewer, now }) => {
      const looking = { questionId: input.questionId, viewerId: viewer.id, now }
      return shown(db, await vote(db, { ...looking, isGiven: true }), viewer.id, now)
    },
    limited(votesPerUser),
  ),

  implementForMember(
    contract.takeQuestionVoteBack,
    async (db, { input, viewer, now }) => {
      const looking = { questionId: input.questionId, viewerId: viewer.id, now }
      return shown(db, await vote(db, { ...looking, isGiven: false }), viewer.id, now)
    },
    limited(votesPerUser),
  ),

  implementForMember(
    contract.withdrawQuestion,
    async (db, { input, viewer, now }) => {
      await withdraw(db, { questionId: input.questionId, viewerId: viewer.id, now })
      return {}
    },
    limited(actsPerUser),
  ),

  implementForMember(
    contract.actOnQuestion,
    async (db, { input, viewer, now }) => {
      const { questionId, act: done, answer = '', reason = '' } = input
      const found = await act(db, { questionId, act: done, answer, reason, viewerId: viewer.id, now })
      return shown(db, found, viewer.id, now)
    },
    limited(actsPerUser),
  ),
]
