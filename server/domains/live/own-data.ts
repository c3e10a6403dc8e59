import type { OwnData, OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import {
  listOwnAttendances,
  listOwnQuestions,
  listOwnQuestionVotes,
  listOwnSessions,
} from './own-data-queries.ts'

/** The live sessions they planned. */
export const pageLiveData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId): Promise<Pick<OwnPage, 'liveSessions'>> {
    const sessions = await listOwnSessions(db, creatorId)
    return {
      liveSessions: sessions.map(({ startsAt, ...session }) => ({
        ...session,
        startsAt: startsAt.toISOString(),
      })),
    }
  },
}

/** Live sessions they came to, what they asked there, and which questions they wanted answered. */
export const liveData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'questions' | 'questionVotes' | 'liveAttendances'>> {
    const questions = await listOwnQuestions(db, userId)
    const attendances = await listOwnAttendances(db, userId)
    return {
      questions: questions.map(({ askedAt, ...question }) => ({
        ...question,
        askedAt: askedAt.toISOString(),
      })),
      questionVotes: await listOwnQuestionVotes(db, userId),
      liveAttendances: attendances.map(({ cameAt, ...at }) => ({
        ...at,
        cameAt: cameAt?.toISOString() ?? null,
      })),
    }
  },
}
