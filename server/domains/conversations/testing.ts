import type { Db } from '#server/platform/db/query.ts'

import { openChannel } from '#server/domains/channels/service.ts'
import { newId } from '#server/platform/ids.ts'

import { insertConversation, storeParticipants } from './queries.ts'
import { pairKeyOf } from './start.ts'

/** A conversation of these people, who agreed to it; three or more are a group of the first one's. */
export async function aConversation(
  db: Db,
  userIds: readonly [string, string, ...string[]],
  { name = '', now = new Date() }: { name?: string; now?: Date } = {},
): Promise<{ id: string }> {
  const [fromId, toId] = userIds
  const isGroup = userIds.length > 2
  const id = newId(now)
  await openChannel(db, { id, kind: 'conversation', creatorId: null, now })
  await insertConversation(db, {
    id,
    kind: isGroup ? 'group' : 'pair',
    pairKey: isGroup ? null : pairKeyOf({ fromId, toId, creatorId: null, pageOwnerId: null }),
    creatorId: null,
    name,
    ownerId: isGroup ? fromId : null,
    requestedBy: null,
    requestedAt: null,
    isAgreed: true,
    now,
  })
  const people = userIds.map((userId) => ({ userId, state: 'active' as const }))
  await storeParticipants(db, id, people, { fromSeq: 0, isGroup, now })
  return { id }
}
