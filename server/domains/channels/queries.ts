import type { ChannelKind } from '#contract/channels/rules.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

export interface ChannelRow {
  id: string
  kind: ChannelKind
  /** Whose page it belongs to; null: a conversation. */
  creatorId: string | null
  /** On whose page people appear who write there; null: on none. Only where it belongs to no page. */
  pageId: string | null
  lastSeq: number
  messageCount: number
  /** null: as on the whole page. */
  slowSeconds: number | null
  isLocked: boolean
}

const channelById = prepared<ChannelRow, { id: string }>(
  'channel-by-id',
  ({
    id,
  }) => sql<ChannelRow>`select id, kind, creator_id as "creatorId", page_id as "pageId", last_seq as "lastSeq",
      message_count as "messageCount", slow_seconds as "slowSeconds", locked_at is not null as "isLocked"
    from channels where id = ${id}`,
)

export function findChannel(db: Db, id: string): Promise<ChannelRow | null> {
  return maybeOne(db, channelById({ id }))
}

/** Changes nothing if it is there. */
export async function insertChannel(
  db: Db,
  {
    id,
    kind,
    creatorId,
    pageId,
    now,
  }: Pick<ChannelRow, 'id' | 'kind' | 'creatorId' | 'pageId'> & { now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into channels (id, kind, creator_id, page_id, created_at)
      values (${id}, ${kind}, ${creatorId}, ${pageId}, ${now})
      on conflict (id) do nothing`,
  )
}

/**
 * Whoever changes messages that are there locks their channel first, as writing does by counting it up; so nobody waits
 * for each other in a circle.
 */
export async function lockChannel(db: Db, id: string): Promise<void> {
  await run(db, sql`select from channels where id = ${id} for update`)
}

export async function updateRules(
  db: Db,
  id: string,
  { isLocked, slowSeconds, now }: { isLocked: boolean; slowSeconds: number | null; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update channels set slow_seconds = ${slowSeconds},
        locked_at = case when ${isLocked}::boolean then coalesce(locked_at, ${now}::timestamptz) end
      where id = ${id}`,
  )
}

export interface ReadMark {
  readSeq: number
  mentionSeq: number
  mutedUntil: Date | null
}

const readMark = prepared<ReadMark, { channelId: string; userId: string | null }>(
  'read-mark',
  ({ channelId, userId }) => sql<ReadMark>`select read_seq as "readSeq", mention_seq as "mentionSeq",
      muted_until as "mutedUntil"
    from read_marks where channel_id = ${channelId} and user_id = ${userId}::uuid`,
)

export function findReadMark(db: Db, channelId: string, userId: string | null): Promise<ReadMark | null> {
  return maybeOne(db, readMark({ channelId, userId }))
}

/** It never goes back. */
export async function storeReadSeq(
  db: Db,
  { channelId, userId, seq }: { channelId: string; userId: string; seq: number },
): Promise<void> {
  await run(
    db,
    sql`insert into read_marks (user_id, channel_id, read_seq) values (${userId}, ${channelId}, ${seq})
      on conflict (user_id, channel_id) do update set read_seq = greatest(read_marks.read_seq, excluded.read_seq)`,
  )
}

export async function storeMutedUntil(
  db: Db,
  { channelId, userId, mutedUntil }: { channelId: string; userId: string; mutedUntil: Date | null },
): Promise<void> {
  await run(
    db,
    sql`insert into read_marks (user_id, channel_id, muted_until) values (${userId}, ${channelId}, ${mutedUntil})
      on conflict (user_id, channel_id) do update set muted_until = excluded.muted_until`,
  )
}

/** Somebody is notified of a channel again, whether or not they may read there now. */
export async function unmute(
  db: Db,
  { channelId, userId }: { channelId: string; userId: string },
): Promise<void> {
  await run(
    db,
    sql`update read_marks set muted_until = null
      where user_id = ${userId} and channel_id = ${channelId} and muted_until is not null`,
  )
}

/** Notes for each of these people that a message names them. */
export async function storeMentions(
  db: Db,
  { channelId, seq, userIds }: { channelId: string; seq: number; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return
  await run(
    db,
    sql`insert into read_marks (user_id, channel_id, mention_seq)
      select user_id, ${channelId}, ${seq} from unnest(${[...userIds]}::uuid[]) user_id order by user_id
      on conflict (user_id, channel_id) do update
        set mention_seq = greatest(read_marks.mention_seq, excluded.mention_seq)`,
  )
}

export interface UnreadRow {
  channelId: string
  lastSeq: number
  readSeq: number
  mentionSeq: number
  mutedUntil: Date | null
}

/** How far one person has read in these channels. */
export function listUnread(db: Db, userId: string, channelIds: readonly string[]): Promise<UnreadRow[]> {
  return many(
    db,
    sql<UnreadRow>`select ch.id as "channelId", ch.last_seq as "lastSeq", coalesce(r.read_seq, 0) as "readSeq",
        coalesce(r.mention_seq, 0) as "mentionSeq", r.muted_until as "mutedUntil"
      from channels ch left join read_marks r on r.channel_id = ch.id and r.user_id = ${userId}
      where ch.id = any(${[...channelIds]}::uuid[])`,
  )
}

export async function isBadgeHidden(db: Db, userId: string): Promise<boolean> {
  return (await maybeOne(db, sql`select from hidden_badges where user_id = ${userId}`)) !== null
}

export async function setBadgeHidden(db: Db, userId: string, isHidden: boolean): Promise<void> {
  await run(
    db,
    isHidden
      ? sql`insert into hidden_badges (user_id) values (${userId}) on conflict do nothing`
      : sql`delete from hidden_badges where user_id = ${userId}`,
  )
}

export async function listKinds(db: Db, ids: readonly string[]): Promise<Map<string, ChannelKind>> {
  const rows = await many(
    db,
    sql<{ id: string; kind: ChannelKind }>`select id, kind from channels where id = any(${[...ids]}::uuid[])`,
  )
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
