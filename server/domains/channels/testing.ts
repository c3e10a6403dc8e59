import { randomUUID } from 'node:crypto'

import type { Db } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'

import type { MessageRow } from './message-queries.ts'
import { getPlace } from './places.ts'
import { react } from './react.ts'
import { writeMessage } from './write.ts'

/** A message as its author writes it, without the limits of the call. */
export async function aMessage(
  db: Db,
  channelId: string,
  authorId: string,
  given: {
    body?: string
    rootSeq?: number
    quotedSeq?: number
    mediaIds?: readonly string[]
    clientKey?: string
    now?: Date
  } = {},
): Promise<MessageRow> {
  const now = given.now ?? new Date()
  return transactionsOf(db)(async (transaction) => {
    const place = await getPlace(transaction, { channelId, viewerId: authorId, now })
    const {
      body = 'Lovely, thank you',
      rootSeq = null,
      quotedSeq = null,
      mediaIds = [],
      clientKey = randomUUID(),
    } = given
    return writeMessage(transaction, place, { authorId, clientKey, body, rootSeq, quotedSeq, mediaIds }, now)
  })
}

/** A reaction of somebody who may write there. */
export async function aReaction(
  db: Db,
  channelId: string,
  userId: string,
  { seq, emoji, now = new Date() }: { seq: number; emoji: string; now?: Date },
): Promise<void> {
  await transactionsOf(db)(async (transaction) => {
    const place = await getPlace(transaction, { channelId, viewerId: userId, now })
    await react(transaction, place, { seq, userId, emoji }, now)
  })
}
