import { findReportedQuestion, withholdQuestion } from '#server/domains/live/service.ts'

import type { TargetType } from './target-type.ts'

/**
 * A question in a live session. Moderators decline what doesn't belong there; what breaks the rules is the operator's, who
 * alone learns who asked, if it was anonymous.
 */
export const questionTarget: TargetType = {
  async find(db, { id, viewerId, now }) {
    const question = await findReportedQuestion(db, { questionId: id, viewerId, now })
    if (!question) return null
    const { askerId, creatorId, body, askedAt } = question
    return {
      concernedId: askerId,
      creatorId,
      channel: null,
      isModerated: false,
      lines: [{ authorId: askerId, body, writtenAt: askedAt, isReported: true }],
    }
  },
  apply: (db, { id, effect, reason }, now) =>
    withholdQuestion(db, {
      questionId: id,
      isWithheld: effect !== 'restore' && effect !== 'release',
      reason,
      now,
    }),
}
