import type { Db } from '#server/platform/db/query.ts'
import { publishInPassing } from '#server/platform/realtime/passing.ts'

import { channelTopic } from './events.ts'
import { gateOf } from './gates.ts'
import { listPeople } from './people-queries.ts'
import { checkWriting, type Place } from './places.ts'

/** Tells who has a conversation open that somebody types there. Throws `may_not_write`. */
export async function tellTyping(db: Db, place: Place, userId: string, now: Date): Promise<void> {
  const { id, kind, creatorId, pageId } = place.channel
  if (gateOf(kind).tellsTyping !== true) return
  await checkWriting(db, place, now)
  const [person] = await listPeople(db, [userId], { creatorId: creatorId ?? pageId, now })
  if (!person) return
  publishInPassing(db, channelTopic, id, { name: 'typing', data: { userId, name: person.name } }, userId)
}
