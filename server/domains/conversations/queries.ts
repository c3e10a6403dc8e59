import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

import type { Facts, ParticipantState } from './access.ts'
import { isReachedSql } from './reach-queries.ts'

const factsOf = prepared<Facts, { conversationId: string; userId: string; now: Date }>(
  'conversation-facts',
  ({ conversationId, userId, now }) => sql<Facts>`select c.kind, me.state, me.from_seq as "fromSeq",
      c.is_agreed as "isAgreed", case when c.requested_by is not null then c.requested_at end as "requestedAt",
      c.kind = 'pair' and exists (select from messages m where m.channel_id = c.id and m.author_id = me.user_id
        and m.seq >= me.from_seq) as "hasWritten",
      other.state as "otherState", coalesce(u.erased_at is not null, false) as "isOtherErased",
      coalesce(u.status = 'suspended', false) as "isOtherSuspended",
      ${isKeptApartSql(sql`me.user_id`, sql`other.user_id`)} as "isKeptApart",
      ${isReachedSql(sql`me.user_id`, sql`other.user_id`, now)} as "isReached",
      (select m.created_at from messages m where m.channel_id = c.id and m.author_id = other.user_id
        and m.state <> 'deleted' order by m.seq desc limit 1) as "otherWroteAt"
    from participants me join conversations c on c.id = me.conversation_id
      left join participants other on c.kind = 'pair' and other.conversation_id = c.id
        and other.user_id <> me.user_id
      left join users u on u.id = other.user_id left join creators page on page.id = c.creator_id
    where me.conversation_id = ${conversationId} and me.user_id = ${userId}`,
)

/** What decides over one person in a conversation; null: they never were in it. */
export function findFacts(db: Db, conversationId: string, userId: string, now: Date): Promise<Facts | null> {
  return maybeOne(db, factsOf({ conversationId, userId, now }))
}

export interface ConversationRow {
  id: string
  kind: 'pair' | 'group'
  creatorId: string | null
  name: string
  ownerId: string | null
  requestedBy: string | null
  requestedAt: Date | null
}

const columns = sql`c.id, c.kind, c.creator_id as "creatorId", c.name, c.owner_id as "ownerId",
  c.requested_by as "requestedBy", c.requested_at as "requestedAt"`

export function findConversation(db: Db, id: string): Promise<ConversationRow | null> {
  return maybeOne(db, sql<ConversationRow>`select ${columns} from conversations c where c.id = ${id}`)
}

export function findByPairKey(db: Db, pairKey: string): Promise<ConversationRow | null> {
  return maybeOne(
    db,
    sql<ConversationRow>`select ${columns} from conversations c where c.pair_key = ${pairKey}`,
  )
}

/** Whoever changes who is in a conversation, or opens one, comes one after another. */
export async function lockConversation(db: Db, name: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`conversation ${name}`}, 0))`)
}

export async function insertConversation(
  db: Db,
  given: ConversationRow & { pairKey: string | null; isAgreed: boolean; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into conversations (id, kind, pair_key, creator_id, name, owner_id, requested_by, requested_at,
        is_agreed, created_at)
      values (${given.id}, ${given.kind}, ${given.pairKey}, ${given.creatorId}, ${given.name}, ${given.ownerId},
        ${given.requestedBy}, ${given.requestedAt}, ${given.isAgreed}, ${given.now})`,
  )
}

/** Brings people in, or back: they see what is written from `fromSeq` on. */
export async function storeParticipants(
  db: Db,
  conversationId: string,
  people: readonly { userId: string; state: ParticipantState }[],
  { fromSeq, isGroup, now }: { fromSeq: number; isGroup: boolean; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into participants (conversation_id, user_id, state, from_seq, is_group, joined_at)
      select ${conversationId}, user_id, state, ${fromSeq}, ${isGroup}, ${now}
      from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ state }) => state)}::text[])
        given (user_id, state) order by user_id
      on conflict (conversation_id, user_id) do update set state = excluded.state, from_seq = excluded.from_seq,
        is_unread = false, last_at = null, joined_at = excluded.joined_at`,
  )
}

export async function storeState(
  db: Db,
  { conversationId, userId, state }: { conversationId: string; userId: string; state: ParticipantState },
): Promise<void> {
  await run(
    db,
    sql`update participants set state = ${state}, is_unread = is_unread and ${state} = 'active'
      where conversation_id = ${conversationId} and user_id = ${userId}`,
  )
}

/** Both may write from now on: what was asked is answered. */
export async function storeAgreement(
  db: Db,
  conversationId: string,
  { isAgreed }: { isAgreed: boolean },
): Promise<void> {
  await run(
    db,
    sql`update conversations set requested_by = null, requested_at = null, is_agreed = is_agreed or ${isAgreed}
      where id = ${conversationId}`,
  )
  await run(
    db,
    sql`update participants set state = 'active' where conversation_id = ${conversationId} and state <> 'left'`,
  )
}

/** A request that was gone is made again. */
export async function storeRequest(
  db: Db,
  given: { conversationId: string; requestedBy: string; fromSeq: number; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update conversations set requested_by = ${given.requestedBy}, requested_at = ${given.now}
      where id = ${given.conversationId}`,
  )
  await run(
    db,
    sql`update participants set from_seq = ${given.fromSeq}, last_at = null,
        state = case when user_id = ${given.requestedBy} then 'active' when state = 'active' then 'requested' else state end
      where conversation_id = ${given.conversationId}`,
  )
}

/** Requests that a person made since then. */
export async function countRequests(db: Db, userId: string, since: Date): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from message_requests
      where user_id = ${userId} and asked_at > ${since}`,
  )
  return count
}

export async function insertRequest(db: Db, userId: string, now: Date): Promise<void> {
  await run(db, sql`insert into message_requests (user_id, asked_at) values (${userId}, ${now})`)
}

export interface ToldRow {
  userId: string
  state: ParticipantState
}

/** Puts a conversation on top of the lists of its people; it is unread for all but the author. */
export function noteMessage(
  db: Db,
  {
    conversationId,
    seq,
    authorId,
    now,
  }: { conversationId: string; seq: number; authorId: string; now: Date },
): Promise<ToldRow[]> {
  return many(
    db,
    sql<ToldRow>`update participants p set last_seq = ${seq}, last_at = ${now},
        is_unread = p.user_id <> ${authorId}
      where p.conversation_id = ${conversationId} and p.state <> 'left'
        and not (p.is_group and ${isKeptApartSql(sql`p.user_id`, sql`${authorId}`)})
      returning p.user_id as "userId", p.state`,
  )
}

/** Returns whether it was unread. */
export async function noteRead(
  db: Db,
  { conversationId, userId, seq }: { conversationId: string; userId: string; seq: number },
): Promise<boolean> {
  const changed = await run(
    db,
    sql`update participants set is_unread = false
      where conversation_id = ${conversationId} and user_id = ${userId} and is_unread and last_seq <= ${seq}`,
  )
  return changed > 0
}

/** The others in a conversation who see what this person has read: both show it. */
export async function listReceiptReaders(db: Db, conversationId: string, userId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select other.user_id as id from message_rules own
        join participants other on other.conversation_id = ${conversationId} and other.user_id <> own.user_id
          and other.state = 'active'
        join message_rules theirs on theirs.user_id = other.user_id and theirs.shows_read
        join participants me on me.conversation_id = other.conversation_id and me.user_id = own.user_id
          and me.state = 'active'
      where own.user_id = ${userId} and own.shows_read`,
  )
  return rows.map(({ id }) => id)
}

/** Who is in a conversation now, among these people; null: all of them. */
export async function listActive(
  db: Db,
  conversationId: string,
  userIds: readonly string[] | null,
): Promise<string[]> {
  const isMeant = userIds === null ? sql`true` : sql`p.user_id = any(${[...userIds]}::uuid[])`
  const rows = await many(
    db,
    sql<{ id: string }>`select p.user_id as id from participants p join users u on u.id = p.user_id
      where p.conversation_id = ${conversationId} and p.state = 'active' and u.erased_at is null
        and u.status <> 'suspended' and ${isMeant} order by p.joined_at, p.user_id`,
  )
  return rows.map(({ id }) => id)
}

/** People in a conversation whose name begins like this. */
export async function listNamedIn(
  db: Db,
  given: { conversationId: string; q: string; viewerId: string; limit: number },
): Promise<string[]> {
  const beginning = `${given.q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from participants p join users u on u.id = p.user_id
      where p.conversation_id = ${given.conversationId} and p.state = 'active' and u.id <> ${given.viewerId}
        and u.erased_at is null and lower(u.name) like ${beginning} order by lower(u.name), u.id limit ${given.limit}`,
  )
  return rows.map(({ id }) => id)
}
