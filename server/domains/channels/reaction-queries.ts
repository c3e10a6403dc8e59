import { type Db, many, prepared, run, sql } from '#server/platform/db/query.ts'

interface Reaction {
  channelId: string
  seq: number
  userId: string
  emoji: string
}

export interface ReactionCount {
  seq: number
  emoji: string
  count: number
  isOwn: boolean
}

const countsOfMessages = prepared<
  ReactionCount,
  { channelId: string; seqs: readonly number[]; viewerId: string | null }
>(
  'reactions-of-messages',
  (given) => sql<ReactionCount>`select counted.seq, counted.emoji, counted.count,
      exists (select from reactions own where own.channel_id = counted.channel_id and own.seq = counted.seq
        and own.emoji = counted.emoji and own.user_id = ${given.viewerId}::uuid) as "isOwn"
    from reaction_counts counted
    where counted.channel_id = ${given.channelId} and counted.seq = any(${given.seqs}::integer[]) and counted.count > 0
    order by counted.count desc, counted.emoji`,
)

export function listReactions(
  db: Db,
  channelId: string,
  seqs: readonly number[],
  viewerId: string | null,
): Promise<ReactionCount[]> {
  return many(db, countsOfMessages({ channelId, seqs, viewerId }))
}

/** Reactions to a message are counted one after another. */
export async function lockMessage(db: Db, channelId: string, seq: number): Promise<void> {
  await run(db, sql`select from messages where channel_id = ${channelId} and seq = ${seq} for update`)
}

export async function insertReaction(
  db: Db,
  { channelId, seq, userId, emoji, now }: Reaction & { now: Date },
): Promise<void> {
  await run(
    db,
    sql`with added as (
        insert into reactions (channel_id, seq, user_id, emoji, reacted_at)
        values (${channelId}, ${seq}, ${userId}, ${emoji}, ${now}) on conflict do nothing returning seq),
      counted as (
        insert into reaction_counts (channel_id, seq, emoji, count) select ${channelId}, seq, ${emoji}, 1 from added
        on conflict (channel_id, seq, emoji) do update set count = reaction_counts.count + 1)
      update messages m set reaction_count = m.reaction_count + 1 from added
      where m.channel_id = ${channelId} and m.seq = added.seq`,
  )
}

export async function deleteReaction(db: Db, { channelId, seq, userId, emoji }: Reaction): Promise<void> {
  await run(
    db,
    sql`with removed as (
        delete from reactions where channel_id = ${channelId} and seq = ${seq} and user_id = ${userId}
          and emoji = ${emoji} returning seq),
      counted as (
        update reaction_counts counted set count = counted.count - 1 from removed
        where counted.channel_id = ${channelId} and counted.seq = removed.seq and counted.emoji = ${emoji})
      update messages m set reaction_count = m.reaction_count - 1 from removed
      where m.channel_id = ${channelId} and m.seq = removed.seq`,
  )
}

/** Takes back what a person reacted with, at most so many; returns how many there were. Messages are locked in one order. */
export async function eraseReactions(db: Db, userId: string, limit: number): Promise<number> {
  const taken = await many(
    db,
    sql<{ channelId: string; seq: number; emoji: string }>`select channel_id as "channelId", seq, emoji
      from reactions where user_id = ${userId} order by channel_id, seq, emoji limit ${limit}`,
  )
  if (taken.length === 0) return 0
  const given = sql`unnest(${taken.map(({ channelId }) => channelId)}::uuid[],
    ${taken.map(({ seq }) => seq)}::integer[], ${taken.map(({ emoji }) => emoji)}::text[]) as given (channel_id, seq, emoji)`
  await run(
    db,
    sql`select from messages m where (m.channel_id, m.seq) in (select channel_id, seq from ${given})
      order by m.channel_id, m.seq for update`,
  )
  await run(
    db,
    sql`with removed as (
        delete from reactions r using ${given} where r.user_id = ${userId} and r.channel_id = given.channel_id
          and r.seq = given.seq and r.emoji = given.emoji returning r.channel_id, r.seq, r.emoji),
      counted as (
        update reaction_counts counted set count = counted.count - 1 from removed
        where counted.channel_id = removed.channel_id and counted.seq = removed.seq and counted.emoji = removed.emoji)
      update messages m set reaction_count = m.reaction_count - total.count
      from (select channel_id, seq, count(*)::integer as count from removed group by channel_id, seq) total
      where m.channel_id = total.channel_id and m.seq = total.seq`,
  )
  return taken.length
}
