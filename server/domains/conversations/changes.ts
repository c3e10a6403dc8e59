import { conversationFailures } from '#contract/conversations/failures.ts'
import { GROUP_MAX } from '#contract/conversations/rules.ts'
import { ACCESS } from '#contract/realtime.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import { blockPerson } from '#server/domains/accounts/service.ts'
import { tellOfChannel } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { publish, publishEach } from '#server/platform/realtime/publish.ts'

import { type Facts, mayRead } from './access.ts'
import { findLastSeq, listReachedOf } from './people-queries.ts'
import {
  type ConversationRow,
  findConversation,
  findFacts,
  listActive,
  lockConversation,
  storeAgreement,
  storeParticipants,
  storeState,
} from './queries.ts'
import { storeJoined, storeName, storeOwner } from './group-queries.ts'

export interface Own {
  conversation: ConversationRow
  facts: Facts
}

/** A conversation of the viewer. For everyone else it can't be found: throws `conversation_not_found`. */
export async function getOwn(db: Db, id: string, viewerId: string, now: Date): Promise<Own> {
  const conversation = await findConversation(db, id)
  const facts = conversation && (await findFacts(db, id, viewerId, now))
  if (!conversation || !facts || !mayRead(facts, now))
    throw new Failure(conversationFailures.conversation_not_found)
  return { conversation, facts }
}

async function getOwnGroup(db: Db, id: string, viewerId: string, now: Date): Promise<ConversationRow> {
  await lockConversation(db, id)
  const { conversation } = await getOwn(db, id, viewerId, now)
  if (conversation.kind !== 'group') throw new Failure(conversationFailures.not_a_group)
  return conversation
}

/** Answers who asked to write; answered already, it changes nothing. Throws `conversation_not_found`. */
export async function answer(
  db: Db,
  given: { conversationId: string; viewerId: string; answer: 'accept' | 'decline' | 'block' },
  now: Date,
): Promise<void> {
  const { conversationId, viewerId } = given
  const { conversation, facts } = await getOwn(db, conversationId, viewerId, now)
  if (facts.state !== 'requested') return
  const { requestedBy } = conversation
  if (given.answer === 'accept') await storeAgreement(db, conversationId, { isAgreed: true })
  else await storeState(db, { conversationId, userId: viewerId, state: 'declined' })
  if (given.answer === 'block' && requestedBy !== null) await blockPerson(db, viewerId, requestedBy, now)
  // Declining is silent: only who asked and was accepted is told.
  if (given.answer === 'accept') await tellOfChannel(db, conversationId)
  await publish(db, userTopic, viewerId, { name: 'conversations', data: {} })
}

/** Throws `conversation_not_found`, `not_a_group`, `not_group_owner`. */
export async function rename(
  db: Db,
  { conversationId, viewerId, name }: { conversationId: string; viewerId: string; name: string },
  now: Date,
): Promise<void> {
  const group = await getOwnGroup(db, conversationId, viewerId, now)
  if (group.ownerId !== viewerId) throw new Failure(conversationFailures.not_group_owner)
  await storeName(db, conversationId, name)
  await tellEveryone(db, conversationId)
}

/** Throws `conversation_not_found`, `not_a_group`, `not_reachable`, `group_full`. */
export async function add(
  db: Db,
  { conversationId, viewerId, userId }: { conversationId: string; viewerId: string; userId: string },
  now: Date,
): Promise<void> {
  await getOwnGroup(db, conversationId, viewerId, now)
  const inside = await listActive(db, conversationId, null)
  if (inside.includes(userId)) return
  if (inside.length >= GROUP_MAX) throw new Failure(conversationFailures.group_full)
  const reached = await listReachedOf(db, { fromId: viewerId, userIds: [userId], now })
  if (reached.length === 0) throw new Failure(conversationFailures.not_reachable)
  const fromSeq = (await findLastSeq(db, conversationId)) + 1
  await storeParticipants(db, conversationId, [{ userId, state: 'active' }], { fromSeq, isGroup: true, now })
  await storeJoined(db, conversationId, userId, now)
  await publish(db, userTopic, userId, { name: ACCESS, data: {} })
  await tellEveryone(db, conversationId)
}

/** Takes somebody out, or oneself; whoever came next then owns the group. Throws as {@link rename}. */
export async function remove(
  db: Db,
  { conversationId, viewerId, userId }: { conversationId: string; viewerId: string; userId: string },
  now: Date,
): Promise<void> {
  const group = await getOwnGroup(db, conversationId, viewerId, now)
  if (userId !== viewerId && group.ownerId !== viewerId)
    throw new Failure(conversationFailures.not_group_owner)
  await storeState(db, { conversationId, userId, state: 'left' })
  if (group.ownerId === userId) {
    const [next = null] = await listActive(db, conversationId, null)
    await storeOwner(db, conversationId, next)
  }
  await publish(db, userTopic, userId, { name: ACCESS, data: {} })
  await tellEveryone(db, conversationId)
  await publish(db, userTopic, userId, { name: 'conversations', data: {} })
}

/** Their lists and the open conversation are fetched anew. */
async function tellEveryone(db: Db, conversationId: string): Promise<void> {
  await tellOfChannel(db, conversationId)
  await publishEach(db, userTopic, await listActive(db, conversationId, null), {
    name: 'conversations',
    data: {},
  })
}
