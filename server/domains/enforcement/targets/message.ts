import { CONTEXT_MESSAGES } from '#contract/enforcement/rules.ts'
import { findReportable, listContext, overruleMessage } from '#server/domains/channels/service.ts'
import { getOwnerId } from '#server/domains/creators/service.ts'

import type { TargetType } from './target-type.ts'

/** A comment, or a message of a room or a conversation. Its neighbours are kept with it. */
export const messageTarget: TargetType = {
  async find(db, { id, viewerId, now }) {
    const message = await findReportable(db, { messageId: id, viewerId, now })
    if (!message) return null
    const { channelId, seq, authorId, creatorId } = message
    const lines = await listContext(db, message, CONTEXT_MESSAGES)
    return {
      concernedId: authorId,
      creatorId,
      channel: { id: channelId, seq },
      // Nobody keeps order in a conversation, or over the creator.
      isModerated: creatorId !== null && (await getOwnerId(db, creatorId)) !== authorId,
      lines: lines.map((line) => ({
        authorId: line.authorId,
        body: line.body,
        writtenAt: line.createdAt,
        isReported: line.seq === seq,
      })),
    }
  },
  apply: (db, { id, effect, reason }, now) =>
    overruleMessage(db, { messageId: id, ruling: effect, reason }, now),
}
