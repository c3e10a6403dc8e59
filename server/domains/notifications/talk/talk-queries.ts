import type { MessageState } from '#contract/channels/rules.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

export interface MessageFacts {
  /** Whether it is a comment below a post. */
  isComment: boolean
  id: string
  channelId: string
  seq: number
  authorId: string
  creatorId: string
  ownerId: string
  state: MessageState
  cause: string | null
  editedAt: Date | null
}

/** A comment below a post, or a message in a room or a live session; null: it stands elsewhere, or where it stood is gone. */
export function findTold(db: Db, messageId: string): Promise<MessageFacts | null> {
  return maybeOne(
    db,
    sql<MessageFacts>`select m.id, p.id is not null as "isComment", m.channel_id as "channelId", m.seq,
        m.author_id as "authorId", c.id as "creatorId", c.user_id as "ownerId", m.state, m.cause,
        m.edited_at as "editedAt"
      from messages m join creators c on c.id = m.creator_id join users u on u.id = m.author_id
        left join posts p on p.id = m.channel_id and p.deleted_at is null
        left join rooms r on r.id = m.channel_id
        left join live_sessions l on l.id = m.channel_id
      where m.id = ${messageId} and u.status <> 'suspended' and coalesce(p.id, r.id, l.id) is not null`,
  )
}

/** Those among these people who don't want to hear of a channel now. */
export async function listQuieted(
  db: Db,
  { channelId, userIds, now }: { channelId: string; userIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ userId: string }>`select user_id as "userId" from read_marks
      where channel_id = ${channelId} and user_id = any(${[...userIds]}::uuid[]) and muted_until > ${now}`,
  )
  return new Set(rows.map(({ userId }) => userId))
}

/** Who keeps order on a page: its owner, and those they named. */
export async function listKeepers(db: Db, creatorId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ userId: string }>`select user_id as "userId" from creators where id = ${creatorId}
      union select user_id from moderators where creator_id = ${creatorId}`,
  )
  return rows.map(({ userId }) => userId)
}

/** A person's unread row of the bell; null: none. */
export async function findUnreadRow(
  db: Db,
  { userId, groupKey }: { userId: string; groupKey: string },
): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from notifications
      where user_id = ${userId} and group_key = ${groupKey} and read_at is null`,
  )
  return row?.id ?? null
}

export interface ReadFacts {
  state: MessageState
  channelId: string
  /** How far they have read where the message stands, and whether that includes it. */
  readSeq: number
  isRead: boolean
  /** Their unread row of the bell; null: none. */
  rowId: string | null
}

/** What a person has seen of a message, and of the news about it. */
export function findReadFacts(
  db: Db,
  { userId, messageId, groupKey }: { userId: string; messageId: string; groupKey: string },
): Promise<ReadFacts | null> {
  return maybeOne(
    db,
    sql<ReadFacts>`select m.state, m.channel_id as "channelId", coalesce(r.read_seq, 0) as "readSeq",
        coalesce(r.read_seq, 0) >= m.seq as "isRead", (select n.id from notifications n
          where n.user_id = ${userId} and n.group_key = ${groupKey} and n.read_at is null) as "rowId"
      from messages m left join read_marks r on r.channel_id = m.channel_id and r.user_id = ${userId}
      where m.id = ${messageId}`,
  )
}

/** A comment that everyone may see, and the names of whom it names; null: there is none. */
export function findComment(
  db: Db,
  messageId: string | null,
): Promise<{ body: string; names: Record<string, string> } | null> {
  return maybeOne(
    db,
    sql`select m.body, coalesce((select json_object_agg(u.id, u.name) from users u
          where u.id = any(m.mentions) and u.erased_at is null), '{}') as names
      from messages m where m.id = ${messageId} and m.state = 'visible' and m.body <> ''`,
  )
}
