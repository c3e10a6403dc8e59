import type { RawBuilder } from 'kysely'

import type { MessageState, StateCause } from '#contract/channels/rules.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

import { isSeenSql, type Reader } from './access.ts'

export interface MessageRow {
  id: string
  channelId: string
  seq: number
  authorId: string
  creatorId: string | null
  rootSeq: number | null
  /** What it answers and shows above it. */
  quotedSeq: number | null
  body: string
  mentions: string[]
  state: MessageState
  cause: StateCause | null
  reason: string
  isApproved: boolean
  replyCount: number
  reactionCount: number
  isPinned: boolean
  mediaIds: string[]
  pollId: string | null
  createdAt: Date
  editedAt: Date | null
}

const columns = sql`m.id, m.channel_id as "channelId", m.seq, m.author_id as "authorId",
  m.creator_id as "creatorId", m.root_seq as "rootSeq", m.quoted_seq as "quotedSeq", m.body, m.mentions, m.state, m.cause, m.reason,
  m.approved_at is not null as "isApproved", m.reply_count as "replyCount", m.reaction_count as "reactionCount",
  exists (select from pins where pins.channel_id = m.channel_id and pins.seq = m.seq) as "isPinned",
  array(select held.media_id from message_media held
    where held.channel_id = m.channel_id and held.seq = m.seq order by held.position) as "mediaIds",
  m.poll_id as "pollId", m.created_at as "createdAt", m.edited_at as "editedAt"`

/** Which messages of a channel, and how many. */
export interface MessagePage {
  channelId: string
  /** null: those that begin something; otherwise the replies to it. */
  rootSeq: number | null
  limit: number
}

function pageSql(
  reader: Reader,
  { channelId, rootSeq, limit }: MessagePage,
  isWanted: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<MessageRow> {
  const isOfThread = rootSeq === null ? sql`m.root_seq is null` : sql`m.root_seq = ${rootSeq}`
  return sql<MessageRow>`select ${columns} from messages m join users u on u.id = m.author_id
    where m.channel_id = ${channelId} and ${isOfThread} and ${isWanted} and ${isSeenSql(reader)}
    order by ${order} limit ${limit}`
}

/** The newest first, older than `before`. */
export function listOlder(
  db: Db,
  reader: Reader,
  page: MessagePage,
  before: number | null,
): Promise<MessageRow[]> {
  const isOlder = before === null ? sql`true` : sql`m.seq < ${before}`
  return many(db, pageSql(reader, page, isOlder, sql`m.seq desc`))
}

/** The oldest first, newer than `after`. */
export function listNewer(
  db: Db,
  reader: Reader,
  page: MessagePage,
  after: number | null,
): Promise<MessageRow[]> {
  return many(db, pageSql(reader, page, sql`m.seq > ${after ?? 0}`, sql`m.seq`))
}

/** Those with the most reactions first. */
export function listTop(
  db: Db,
  reader: Reader,
  page: MessagePage,
  after: { reactionCount: number; seq: number } | null,
): Promise<MessageRow[]> {
  const isAfter =
    after === null ? sql`true` : sql`(m.reaction_count, m.seq) < (${after.reactionCount}, ${after.seq})`
  return many(db, pageSql(reader, page, isAfter, sql`m.reaction_count desc, m.seq desc`))
}

/** Messages and replies with all words of a text, the newest first; a text without words finds nothing. */
export function searchIn(
  db: Db,
  reader: Reader,
  { channelId, q, before, limit }: { channelId: string; q: string; before: number | null; limit: number },
): Promise<MessageRow[]> {
  const words = sql`plainto_tsquery('simple', ${q})`
  return many(
    db,
    sql<MessageRow>`select ${columns} from messages m join users u on u.id = m.author_id
      where m.state = 'visible' and (array_to_tsvector(array['in:' || m.channel_id::text]) || to_tsvector('simple', m.body))
          @@ (${`'in:${channelId}'`}::tsquery && ${words})
        and m.channel_id = ${channelId} and numnode(${words}) > 0
        and (${before}::integer is null or m.seq < ${before}::integer) and ${isSeenSql(reader)}
      order by m.seq desc limit ${limit}`,
  )
}

export function listPinned(db: Db, reader: Reader, channelId: string): Promise<MessageRow[]> {
  return many(
    db,
    sql<MessageRow>`select ${columns} from pins pinned
        join messages m on m.channel_id = pinned.channel_id and m.seq = pinned.seq
        join users u on u.id = m.author_id
      where pinned.channel_id = ${channelId} and m.state = 'visible' and ${isSeenSql(reader)}
      order by pinned.pinned_at desc`,
  )
}

/** What waits for approval on a page, the oldest first. */
export function listHeld(
  db: Db,
  creatorId: string,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<MessageRow[]> {
  return many(
    db,
    sql<MessageRow>`select ${columns} from messages m
      where m.creator_id = ${creatorId} and m.state = 'held' and m.cause <> 'operator'
        and (${afterId}::uuid is null or m.id > ${afterId}::uuid)
      order by m.id limit ${limit}`,
  )
}

/** A message with up to so many before it and after it in its channel, as they stand there; deleted ones are left out. */
export function listAround(
  db: Db,
  { channelId, seq, each }: { channelId: string; seq: number; each: number },
): Promise<MessageRow[]> {
  const side = (isOnSide: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) =>
    sql`(select ${columns} from messages m where m.channel_id = ${channelId} and m.state <> 'deleted' and ${isOnSide}
      order by ${order} limit ${limit})`
  return many(
    db,
    sql<MessageRow>`${side(sql`m.seq < ${seq}`, sql`m.seq desc`, each)}
      union all ${side(sql`m.seq >= ${seq}`, sql`m.seq`, each + 1)} order by seq`,
  )
}

/** Whoever it is shown to. */
export function findMessage(db: Db, channelId: string, seq: number): Promise<MessageRow | null> {
  return maybeOne(
    db,
    sql<MessageRow>`select ${columns} from messages m where m.channel_id = ${channelId} and m.seq = ${seq}`,
  )
}

export function findMessageById(db: Db, id: string): Promise<MessageRow | null> {
  return maybeOne(db, sql<MessageRow>`select ${columns} from messages m where m.id = ${id}`)
}

/** As somebody sees it; null: they don't. */
export function findSeenMessage(
  db: Db,
  reader: Reader,
  channelId: string,
  seq: number,
): Promise<MessageRow | null> {
  return maybeOne(
    db,
    sql<MessageRow>`select ${columns} from messages m join users u on u.id = m.author_id
      where m.channel_id = ${channelId} and m.seq = ${seq} and ${isSeenSql(reader)}`,
  )
}

const messageByKey = prepared<MessageRow, { authorId: string; clientKey: string }>(
  'message-by-key',
  ({ authorId, clientKey }) => sql<MessageRow>`select ${columns} from messages m
    where m.author_id = ${authorId} and m.client_key = ${clientKey}`,
)

export function findByClientKey(db: Db, authorId: string, clientKey: string): Promise<MessageRow | null> {
  return maybeOne(db, messageByKey({ authorId, clientKey }))
}

/** The message that a medium is in. */
export function findMessageOfMedium(db: Db, mediaId: string): Promise<MessageRow | null> {
  return maybeOne(
    db,
    sql<MessageRow>`select ${columns} from message_media attached
        join messages m on m.channel_id = attached.channel_id and m.seq = attached.seq
      where attached.media_id = ${mediaId}`,
  )
}

/** Of these messages, those that a reader sees and that everybody could read. */
export function listQuoted(
  db: Db,
  reader: Reader,
  channelId: string,
  seqs: readonly number[],
): Promise<MessageRow[]> {
  return many(
    db,
    sql<MessageRow>`select ${columns} from messages m join users u on u.id = m.author_id
      where m.channel_id = ${channelId} and m.seq = any(${[...seqs]}::integer[]) and m.state = 'visible'
        and ${isSeenSql(reader)}`,
  )
}

/** What a person writes is written one after another: limits and repeats depend on what they wrote before. */
export async function lockAuthor(db: Db, userId: string): Promise<void> {
  await run(db, lockingAuthor({ name: `messages of ${userId}` }))
}

const lockingAuthor = prepared<unknown, { name: string }>(
  'lock-author',
  ({ name }) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
)

/** Another wording; the earlier one is kept beside it. Call with the channel locked. */
export async function storeWording(
  db: Db,
  { id, body, mentions, now }: { id: string; body: string; mentions: readonly string[]; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into message_edits (channel_id, seq, until_at, body)
      select channel_id, seq, ${now}, body from messages where id = ${id} on conflict do nothing`,
  )
  await run(
    db,
    sql`update messages set body = ${body}, mentions = ${[...mentions]}::uuid[], edited_at = ${now}
      where id = ${id}`,
  )
}

export function listWordings(
  db: Db,
  channelId: string,
  seq: number,
): Promise<{ body: string; until: Date }[]> {
  return many(
    db,
    sql<{ body: string; until: Date }>`select body, until_at as until from message_edits
      where channel_id = ${channelId} and seq = ${seq} order by until_at desc limit 100`,
  )
}

/** Returns how many went. */
export function deleteWordings(db: Db, until: Date, limit: number): Promise<number> {
  return run(
    db,
    sql`delete from message_edits where (channel_id, seq, until_at) in (
      select channel_id, seq, until_at from message_edits where until_at < ${until} order by until_at limit ${limit})`,
  )
}
