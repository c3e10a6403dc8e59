import { randomUUID } from 'node:crypto'

import type { Db } from '#server/platform/db/query.ts'

import type { MessageRow } from './message-queries.ts'
import { getPlace } from './places.ts'
import { writeMessage } from './write.ts'

/** A message as its author writes it, without the limits of the call. */
export async function aMessage(
  db: Db,
  channelId: string,
  authorId: string,
  given: { body?: string; rootSeq?: number; mediaIds?: readonly string[]; now?: Date } = {},
): Promise<MessageRow> {
  const now = given.now ?? new Date()
  return db.transaction().execute(async (transaction) => {
    const place = await getPlace(transaction, { channelId, viewerId: authorId, now })
    const { body = 'Lovely, thank you', rootSeq = null, mediaIds = [] } = given
    return writeMessage(
      transaction,
      place,
      { authorId, clientKey: randomUUID(), body, rootSeq, mediaIds },
      now,
    )
  })
}
