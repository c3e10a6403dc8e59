import { conversationFailures } from '#contract/conversations/failures.ts'
import { GROUP_MAX, GROUP_MIN, REQUEST_MAX_LENGTH, REQUESTS_PER_DAY } from '#contract/conversations/rules.ts'
import { hasWebAddress } from '#contract/web-addresses.ts'
import { openChannel } from '#server/domains/channels/service.ts'
import { shareRoom } from '#server/domains/rooms/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'

import { mayRead, whyNotWrite } from './access.ts'
import {
  countRequests,
  findByPairKey,
  findFacts,
  insertConversation,
  insertRequest,
  lockConversation,
  storeAgreement,
  storeParticipants,
  storeRequest,
} from './queries.ts'
import { findLastSeq, listReachedOf } from './people-queries.ts'
import { findConnectingPage, findOtherFacts } from './reach-queries.ts'

const DAY_MS = 86_400_000

/** Two people, and the page that connects them. */
export interface Pair {
  fromId: string
  toId: string
  creatorId: string | null
  /** Whose page it is. */
  pageOwnerId: string | null
}

/** Names a conversation of two, so that there is one of each: with a page, or between people. */
export function pairKeyOf({ fromId, toId, creatorId, pageOwnerId }: Pair): string {
  if (creatorId !== null) return `page:${creatorId}:${pageOwnerId === fromId ? toId : fromId}`
  return fromId < toId ? `${fromId}:${toId}` : `${toId}:${fromId}`
}

/** Two people who don't say which page connects them. */
export async function pairOf(
  db: Db,
  given: { fromId: string; toId: string; ownCreatorId: string | null; now: Date },
): Promise<Pair> {
  const { fromId, toId, ownCreatorId } = given
  const creatorId = await findConnectingPage(db, given)
  const pageOwnerId = creatorId === null ? null : creatorId === ownCreatorId ? fromId : toId
  return { fromId, toId, creatorId, pageOwnerId }
}

/** How somebody may write to another for the first time. */
export async function doorTo(db: Db, pair: Pair, now: Date): Promise<'open' | 'request' | 'closed'> {
  const { fromId, toId, creatorId } = pair
  const other = fromId === toId ? null : await findOtherFacts(db, { fromId, toId, creatorId, now })
  if (!other?.isThere || other.isKeptApart) return 'closed'
  if (other.isReached) return 'open'
  if (creatorId === null && other.fromRooms && (await shareRoom(db, fromId, toId, now))) return 'open'
  return other.takesRequests ? 'request' : 'closed'
}

/** What a first message says. */
interface Opening {
  body: string
  mediaIds: readonly string[]
}

/**
 * The conversation of two people, opened if there is none, for a message of the first one. Throws `not_reachable` and what
 * is wrong with a request. Whether its people may still write is asked when the message is written.
 */
export async function openPair(db: Db, pair: Pair, opening: Opening, now: Date): Promise<string> {
  const { fromId, toId, creatorId } = pair
  const pairKey = pairKeyOf(pair)
  await lockConversation(db, pairKey)
  const known = await findByPairKey(db, pairKey)
  const facts = known && (await findFacts(db, known.id, fromId, now))
  if (known && facts) {
    // Writing to somebody who asked to write is saying yes; and so is writing to somebody whose request was declined.
    if (facts.state !== 'active') await storeAgreement(db, known.id, { isAgreed: true })
    else if (!mayRead(facts, now) && !facts.isOtherSuspended) await askAgain(db, pair, known.id, opening, now)
    else if (!mayRead(facts, now)) throw new Failure(conversationFailures.not_reachable)
    else if (
      facts.requestedAt !== null &&
      whyNotWrite(facts, now) === null &&
      (facts.isReached || facts.isAgreed)
    )
      await storeAgreement(db, known.id, { isAgreed: false })
    return known.id
  }

  const door = await doorTo(db, pair, now)
  if (door === 'closed') throw new Failure(conversationFailures.not_reachable)
  if (door === 'request') await checkRequest(db, fromId, opening, now)
  const id = newId(now)
  const isRequest = door === 'request'
  await openChannel(db, { id, kind: 'conversation', creatorId: null, pageId: creatorId, now })
  await insertConversation(db, {
    id,
    kind: 'pair',
    pairKey,
    creatorId,
    name: '',
    ownerId: null,
    requestedBy: isRequest ? fromId : null,
    requestedAt: isRequest ? now : null,
    // People who share a room have agreed by taking messages from it; pages go by what people are to them.
    isAgreed: !isRequest && creatorId === null,
    now,
  })
  const people = [
    { userId: fromId, state: 'active' },
    { userId: toId, state: isRequest ? 'requested' : 'active' },
  ] as const
  await storeParticipants(db, id, people, { fromSeq: 0, isGroup: false, now })
  return id
}

/** What was asked and not answered is gone; it may be asked once more. */
async function askAgain(
  db: Db,
  pair: Pair,
  conversationId: string,
  opening: Opening,
  now: Date,
): Promise<void> {
  const door = await doorTo(db, pair, now)
  if (door === 'closed') throw new Failure(conversationFailures.not_reachable)
  if (door === 'open') return storeAgreement(db, conversationId, { isAgreed: pair.creatorId === null })
  await checkRequest(db, pair.fromId, opening, now)
  const fromSeq = (await findLastSeq(db, conversationId)) + 1
  await storeRequest(db, { conversationId, requestedBy: pair.fromId, fromSeq, now })
}

async function checkRequest(db: Db, userId: string, { body, mediaIds }: Opening, now: Date): Promise<void> {
  if (mediaIds.length > 0) throw new Failure(conversationFailures.request_media)
  if (body.length > REQUEST_MAX_LENGTH) throw new Failure(conversationFailures.request_too_long)
  if (hasWebAddress(body)) throw new Failure(conversationFailures.request_links)
  await lockConversation(db, `requests of ${userId}`)
  if ((await countRequests(db, userId, new Date(now.getTime() - DAY_MS))) >= REQUESTS_PER_DAY)
    throw new Failure(conversationFailures.requests_per_day)
  await insertRequest(db, userId, now)
}

/** A new group. Throws `group_too_small`, `group_full`, `not_reachable`: its people are all reachable by who opens it. */
export async function openGroup(
  db: Db,
  given: { ownerId: string; ownCreatorId: string | null; userIds: readonly string[]; name: string },
  now: Date,
): Promise<string> {
  const { ownerId, ownCreatorId, name } = given
  const others = [...new Set(given.userIds)].filter((id) => id !== ownerId)
  if (others.length + 1 < GROUP_MIN) throw new Failure(conversationFailures.group_too_small)
  if (others.length + 1 > GROUP_MAX) throw new Failure(conversationFailures.group_full)
  const reached = await listReachedOf(db, { fromId: ownerId, userIds: others, now })
  if (reached.length < others.length) throw new Failure(conversationFailures.not_reachable)
  // A creator appears as their page among its members.
  const creatorId = reached.every(({ isMember }) => isMember) ? ownCreatorId : null
  const id = newId(now)
  await openChannel(db, { id, kind: 'conversation', creatorId: null, pageId: creatorId, now })
  await insertConversation(db, {
    id,
    kind: 'group',
    pairKey: null,
    creatorId,
    name,
    ownerId,
    requestedBy: null,
    requestedAt: null,
    isAgreed: true,
    now,
  })
  const people = [ownerId, ...others].map((userId) => ({ userId, state: 'active' as const }))
  await storeParticipants(db, id, people, { fromSeq: 0, isGroup: true, now })
  return id
}
