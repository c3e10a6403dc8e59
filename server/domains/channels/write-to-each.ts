import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { listPositions } from '#server/platform/realtime/queries.ts'
import { topicName } from '#server/platform/realtime/topic.ts'

import { channelTopic } from './events.ts'
import { insertIntoEach, type WrittenRow } from './each-queries.ts'
import { tellOfMessage } from './tell.ts'

/**
 * Writes the same text into each of many channels, in a few statements however many they are; nobody's limits are asked, and
 * nobody is notified: that is the caller's. Open pages are told. Returns each one's number in its channel.
 */
export async function writeToEach(
  db: Db,
  {
    channelIds,
    authorId,
    body,
    now,
  }: { channelIds: readonly string[]; authorId: string; body: string; now: Date },
): Promise<WrittenRow[]> {
  const given = channelIds.map((channelId) => ({ channelId, id: newId(now) }))
  const written = await insertIntoEach(db, given, { authorId, body, now })
  const idOf = new Map(written.map(({ channelId, id }) => [topicName(channelTopic, channelId), id]))
  // Only of those that somebody has open: few, however many were written.
  for (const { topic } of await listPositions(db, [...idOf.keys()])) {
    const id = idOf.get(topic)
    if (id !== undefined) await tellOfMessage(db, 'message', id, now)
  }
  return written
}
