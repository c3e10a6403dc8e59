import { deadlinesFrom } from '#contract/enforcement/deadlines.ts'
import { messageJudged } from '#server/domains/channels/events.ts'
import { findMessageById, type MessageRow } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { reactTo } from '#server/platform/jobs/events.ts'

import { type CaseRow, findCase, findOpenCase, insertCase, insertLines, lockTarget } from './case-queries.ts'
import { recordForPage } from './deciding.ts'
import { isDecidedAt, listStanding, storeLifted } from './decision-queries.ts'

/*
 * Whoever keeps order on a page also hides and removes what nobody reported. That is a decision like any other: its
 * author reads why, and may appeal. Bringing a message back ends it.
 */

/** A case that nobody reported. */
async function openWithoutReport(db: Db, message: MessageRow, now: Date): Promise<CaseRow | null> {
  const { authorId, body, createdAt } = message
  const id = newId(now)
  await insertCase(db, {
    ...deadlinesFrom(now, 'ordinary'),
    id,
    targetKind: 'message',
    targetId: message.id,
    channel: { id: message.channelId, seq: message.seq },
    creatorId: message.creatorId,
    concernedId: authorId,
    level: 'page',
    reason: 'other',
    urgency: 'ordinary',
    openedAt: now,
  })
  await insertLines(db, id, [{ authorId, body, writtenAt: createdAt, isReported: true }])
  return findCase(db, id)
}

export const judgedMessages = reactTo(
  messageJudged,
  'enforcement',
  async (db, { messageId, authorId, act, at, byId, reason = '' }) => {
    if (at === undefined || !byId || byId === authorId) return
    const decidedAt = new Date(at)
    await lockTarget(db, 'message', messageId)
    // It was decided as a case, which is recorded with it.
    if (await isDecidedAt(db, messageId, decidedAt)) return
    const isBack = act === 'approve' || act === 'restore'
    if (isBack)
      for (const decision of await listStanding(db, messageId))
        await storeLifted(db, decision.id, { because: 'moderator', now: decidedAt })
    const known = await findOpenCase(db, 'message', messageId)
    if (known?.level === 'operator' || (isBack && !known)) return
    const message = await findMessageById(db, messageId)
    if (!known && message?.creatorId == null) return
    const row = known ?? (message && (await openWithoutReport(db, message, decidedAt)))
    if (row)
      await recordForPage(db, row, { measure: isBack ? 'none' : act, reason, judgeId: byId }, decidedAt)
  },
)
