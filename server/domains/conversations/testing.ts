import { findCreator } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { openChannel } from '#server/domains/channels/service.ts'
import { newId } from '#server/platform/ids.ts'

import { insertConversation, storeParticipants } from './queries.ts'
import { openGroup, openPair, pairKeyOf } from './start.ts'

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

export interface ConversationPeople {
  fromId: string
  /** One: a pair; several: a group of the first one's. */
  toIds: readonly string[]
  /** The page that connects them; null: none. */
  creatorId: string | null
}

/** A conversation opened by the rules, for its first message. Returns its id. */
export async function openStoryConversation(
  db: Db,
  { fromId, toIds, creatorId }: ConversationPeople,
  { name, body, now }: { name: string; body: string; now: Date },
): Promise<string> {
  const [toId = ''] = toIds
  const page = creatorId === null ? null : await findCreator(db, creatorId)
  return db
    .transaction()
    .execute((inside) =>
      toIds.length > 1
        ? openGroup(inside, { ownerId: fromId, ownCreatorId: creatorId, userIds: toIds, name }, now)
        : openPair(
            inside,
            { fromId, toId, creatorId, pageOwnerId: page?.userId ?? null },
            { body, mediaIds: [] },
            now,
          ),
    )
}
