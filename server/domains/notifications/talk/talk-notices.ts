import type { NoticeKind } from '#contract/notifications/kinds.ts'
import { messageHeld, messageJudged, messageWritten } from '#server/domains/channels/events.ts'
import { listReaders } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { BELL, hourOf } from '../notices.ts'
import { notify, notifyAll } from '../notify.ts'
import { type CommentFacts, findComment, listKeepers, listQuieted } from './talk-queries.ts'

/*
 * What people are told of comments. Whoever is named and replied to at once hears of it once, and so does a creator below
 * their own post.
 */

const JUDGED = {
  hide: 'message_hidden',
  restore: 'message_restored',
  remove: 'message_removed',
  approve: 'message_approved',
} as const satisfies Record<string, NoticeKind>

interface Told {
  comment: CommentFacts
  kind: 'replied' | 'mentioned' | 'commented'
  groupKey: string
  userIds: readonly string[]
}

/** Tells these people of a comment, if they may read it and want to hear of what is written there. */
async function tellOfComment(db: Db, { comment, kind, groupKey, userIds }: Told, now: Date): Promise<void> {
  const { id, channelId, authorId, creatorId } = comment
  const readers = await listReaders(db, { channelId, userIds, now })
  const quieted = await listQuieted(db, { channelId, userIds: readers, now })
  await notifyAll(
    db,
    { kind, groupKey, occasion: `message:${id}`, creatorId, actorId: authorId, now },
    readers.filter((userId) => !quieted.has(userId)).map((userId) => ({ userId, target: id })),
  )
}

async function tellAuthor(
  db: Db,
  { id, authorId, creatorId }: CommentFacts,
  { kind, occasion }: { kind: NoticeKind; occasion: string },
  now: Date,
): Promise<void> {
  const groupKey = `${kind}:${id}`
  await notify(db, { userId: authorId, kind, groupKey, occasion, creatorId, target: id, now })
}

export const talkReactions = [
  reactTo(messageWritten, BELL, async (db, { messageId, mentionIds, repliedToId }, { now }) => {
    const comment = await findComment(db, messageId)
    if (comment?.state !== 'visible') return
    const { channelId, ownerId } = comment
    const repliedTo = repliedToId === null ? [] : [repliedToId]
    const told = [
      { kind: 'replied', groupKey: `replied:${channelId}`, userIds: repliedTo },
      { kind: 'mentioned', groupKey: `mentioned:${channelId}`, userIds: mentionIds },
      { kind: 'commented', groupKey: `commented:${channelId}:${hourOf(now)}`, userIds: [ownerId] },
    ] as const
    for (const each of told) if (each.userIds.length > 0) await tellOfComment(db, { comment, ...each }, now)
  }),

  reactTo(messageHeld, BELL, async (db, { messageId }, { now }) => {
    const comment = await findComment(db, messageId)
    if (comment?.state !== 'held') return
    const { id, authorId, creatorId, cause, editedAt } = comment
    const occasion = `held:${id}:${cause}:${editedAt?.toISOString() ?? ''}`
    await tellAuthor(db, comment, { kind: 'message_held', occasion }, now)
    const keepers = (await listKeepers(db, creatorId)).filter((userId) => userId !== authorId)
    await notifyAll(
      db,
      { kind: 'approval_waits', groupKey: `approvals:${creatorId}`, occasion, creatorId, now },
      keepers.map((userId) => ({ userId, target: id })),
    )
  }),

  reactTo(messageJudged, BELL, async (db, { messageId, act, at = '' }, { now }) => {
    const comment = await findComment(db, messageId)
    if (comment)
      await tellAuthor(db, comment, { kind: JUDGED[act], occasion: `judged:${messageId}:${at}` }, now)
  }),
] as EventReaction[]
