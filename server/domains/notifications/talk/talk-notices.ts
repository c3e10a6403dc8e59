import type * as z from 'zod/mini'

import type { NoticeKind } from '#contract/notifications/kinds.ts'
import { messageHeld, messageJudged, messageWritten } from '#server/domains/channels/events.ts'
import { listReaders } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { JobContext } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { BELL, hourOf } from '../notices.ts'
import { notify, notifyAll } from '../notify.ts'
import { findTold, listKeepers, listQuieted, type MessageFacts } from './talk-queries.ts'

/*
 * What people are told of comments, and of messages in rooms. Whoever is named and replied to at once hears of it once, and
 * so does a creator below their own post. Of everything else that is said in a room, nobody is told: its list says that
 * there is something new.
 */

const JUDGED = {
  hide: 'message_hidden',
  restore: 'message_restored',
  remove: 'message_removed',
  approve: 'message_approved',
} as const satisfies Record<string, NoticeKind>

type Written = z.output<typeof messageWritten.payload>

interface Told {
  message: MessageFacts
  kind: 'replied' | 'mentioned' | 'commented'
  groupKey: string
  userIds: readonly string[]
}

/** Tells these people of a message, if they may read it and want to hear of what is written there. */
async function tellOfMessage(db: Db, { message, kind, groupKey, userIds }: Told, now: Date): Promise<void> {
  const { id, channelId, authorId, creatorId } = message
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
  { id, authorId, creatorId }: MessageFacts,
  { kind, occasion }: { kind: NoticeKind; occasion: string },
  now: Date,
): Promise<void> {
  const groupKey = `${kind}:${id}`
  await notify(db, { userId: authorId, kind, groupKey, occasion, creatorId, target: id, now })
}

/** Whoever is named or replied to, and the creator whose post it is below. */
async function tellOfWritten(
  db: Db,
  { messageId, mentionIds, repliedToId }: Written,
  { now }: JobContext,
): Promise<void> {
  const message = await findTold(db, messageId)
  if (message?.state !== 'visible') return
  const { channelId, ownerId, isComment } = message
  const repliedTo = repliedToId === null ? [] : [repliedToId]
  const told = [
    { kind: 'replied', groupKey: `replied:${channelId}`, userIds: repliedTo },
    { kind: 'mentioned', groupKey: `mentioned:${channelId}`, userIds: mentionIds },
    {
      kind: 'commented',
      groupKey: `commented:${channelId}:${hourOf(now)}`,
      userIds: isComment ? [ownerId] : [],
    },
  ] as const
  for (const each of told) if (each.userIds.length > 0) await tellOfMessage(db, { message, ...each }, now)
}

/** In a room nobody hears of a message that names nobody and replies to nobody; those of a conversation are told elsewhere. */
function mayTell({ kind = 'post', mentionIds, repliedToId }: Written): boolean {
  return kind === 'post' || mentionIds.length > 0 || repliedToId !== null
}

export const talkReactions = [
  reactTo(messageWritten, BELL, tellOfWritten, mayTell),

  reactTo(messageHeld, BELL, async (db, { messageId }, { now }) => {
    const message = await findTold(db, messageId)
    if (message?.state !== 'held') return
    const { id, authorId, creatorId, cause, editedAt } = message
    const occasion = `held:${id}:${cause}:${editedAt?.toISOString() ?? ''}`
    await tellAuthor(db, message, { kind: 'message_held', occasion }, now)
    const keepers = (await listKeepers(db, creatorId)).filter((userId) => userId !== authorId)
    await notifyAll(
      db,
      { kind: 'approval_waits', groupKey: `approvals:${creatorId}`, occasion, creatorId, now },
      keepers.map((userId) => ({ userId, target: id })),
    )
  }),

  reactTo(messageJudged, BELL, async (db, { messageId, act, at = '' }, { now }) => {
    const message = await findTold(db, messageId)
    if (message)
      await tellAuthor(db, message, { kind: JUDGED[act], occasion: `judged:${messageId}:${at}` }, now)
  }),
] as EventReaction[]
