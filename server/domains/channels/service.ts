import type { ChannelKind } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'

import { mayReadText } from './access.ts'
import { gateOf } from './gates.ts'
import {
  findByClientKey,
  findMessageById,
  findMessageOfMedium,
  findSeenMessage,
  lockAuthor,
} from './message-queries.ts'
import { findPlace } from './places.ts'
import { findChannel, insertChannel } from './queries.ts'

export { reportMessage } from './acts.ts'
export { findReportable, judgeReported, listContext, type MessageRow, overruleMessage } from './rulings.ts'
export { findByClientKey, findMessageById } from './message-queries.ts'
export { type ChannelGate, registerChannelGate, type Standing } from './gates.ts'
export { listAuthors, presentMessage } from './present.ts'
export { listUnread, unmute } from './queries.ts'
export { tellOfChannel } from './tell.ts'
export { getPlace, type Place } from './places.ts'
export { WRITING } from './limits.ts'
export { writeMessage } from './write.ts'
export { writeToEach } from './write-to-each.ts'
export { openChannels, readInEach } from './each-queries.ts'
export { deleteMessages } from './edit.ts'
export { judgeBeside } from './judge-beside.ts'

/**
 * Opens a channel; again, it changes nothing. `creatorId`: whose page it is on; null: nobody's. `pageId`: on whose page
 * people appear there all the same.
 */
export function openChannel(
  db: Db,
  channel: { id: string; kind: ChannelKind; creatorId: string | null; pageId?: string | null; now: Date },
): Promise<void> {
  return insertChannel(db, { pageId: null, ...channel })
}

/** Where a person wrote the message with this key; null: there is none. */
export async function findWritten(
  db: Db,
  { authorId, clientKey }: { authorId: string; clientKey: string },
): Promise<string | null> {
  await lockAuthor(db, authorId)
  return (await findByClientKey(db, authorId, clientKey))?.channelId ?? null
}

/** Which of these people may read a channel now. */
export async function listReaders(
  db: Db,
  question: { channelId: string; userIds: readonly string[]; now: Date },
): Promise<string[]> {
  const channel = await findChannel(db, question.channelId)
  return channel ? gateOf(channel.kind).listReaders(db, question) : []
}

/** Which of these people may read a message now that everyone sees there; of one that was taken away, nobody. */
export async function listReadersOfMessage(
  db: Db,
  { messageId, ...question }: { messageId: string; userIds: readonly string[]; now: Date },
): Promise<string[]> {
  const row = await findMessageById(db, messageId)
  return row?.state === 'visible' ? listReaders(db, { channelId: row.channelId, ...question }) : []
}

/** Whether a user, or a visitor, may see a medium now because it is in a message that they may read. */
export async function mayReadMessageMedium(
  db: Db,
  { mediaId, viewerId, now }: { mediaId: string; viewerId: string | null; now: Date },
): Promise<boolean> {
  const row = await findMessageOfMedium(db, mediaId)
  if (!row) return false
  const place = await findPlace(db, { channelId: row.channelId, viewerId, now })
  if (!place || !mayReadText(row, place.reader)) return false
  return (await findSeenMessage(db, place.reader, row.channelId, row.seq)) !== null
}

/** Whether a user, or a visitor, may read a message now, and whether a block keeps them from taking part there. */
export async function findMessageStanding(
  db: Db,
  { messageId, viewerId, now }: { messageId: string; viewerId: string | null; now: Date },
): Promise<{ mayRead: boolean; isBlocked: boolean }> {
  const row = await findMessageById(db, messageId)
  const place = row && (await findPlace(db, { channelId: row.channelId, viewerId, now }))
  if (!row || !place || !mayReadText(row, place.reader)) return { mayRead: false, isBlocked: false }
  const seen = await findSeenMessage(db, place.reader, row.channelId, row.seq)
  return { mayRead: seen !== null, isBlocked: place.standing.whyNot === 'blocked' }
}
