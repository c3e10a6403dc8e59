import type { ChannelKind } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { messageHeld, messageWritten } from './events.ts'
import { findMessage, type MessageRow } from './message-queries.ts'
import type { PersonRow } from './people-queries.ts'
import { storeMentions } from './queries.ts'
import { tellOf } from './tell.ts'

/** A new message can be read from now on; `root`: what it replies to, `people`: everyone in it. */
export async function announceNew(
  db: Db,
  row: MessageRow,
  { kind, root, people }: { kind: ChannelKind; root: MessageRow | null; people: readonly PersonRow[] },
  now: Date,
): Promise<void> {
  const { channelId, seq, mentions: userIds } = row
  if (userIds.length > 0) await storeMentions(db, { channelId, seq, userIds })
  await emit(db, messageWritten, { ...writtenOf(row, root), kind }, now)
  await tellOf(db, 'message', row, now, people)
}

/** The same for one that was held before. */
export async function announce(db: Db, row: MessageRow, now: Date): Promise<void> {
  const { channelId, seq, mentions: userIds, rootSeq } = row
  const root = rootSeq === null ? null : await findMessage(db, channelId, rootSeq)
  await storeMentions(db, { channelId, seq, userIds })
  await emit(db, messageWritten, writtenOf(row, root), now)
  await tellOf(db, 'message', row, now)
}

function writtenOf(row: MessageRow, root: MessageRow | null) {
  const { id: messageId, channelId, seq, authorId, mentions: mentionIds } = row
  const repliedToId = root === null || root.authorId === authorId ? null : root.authorId
  return { messageId, channelId, seq, authorId, mentionIds, repliedToId }
}

/** A message waits for whoever keeps order on its page. */
export async function announceHeld(db: Db, row: MessageRow, now: Date): Promise<void> {
  const { id: messageId, channelId, creatorId } = row
  if (creatorId !== null) await emit(db, messageHeld, { messageId, channelId, creatorId }, now)
}
