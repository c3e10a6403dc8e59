import type { MessageState, StateCause } from '#contract/channels/rules.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** What becomes of messages. */
export interface StateChange {
  state: MessageState
  cause: StateCause | null
  reason: string
  /** Who keeps order let it stand. */
  approvedAt?: Date
}

interface Counted {
  channelId: string
  rootSeq: number | null
  /** 1: seen by everyone from now on; -1: no longer. */
  by: number
}

/**
 * Changes the state of messages, and what is counted of those that everyone sees. A deleted one keeps no text. Channels are
 * locked in one order, before their messages.
 */
export async function changeStates(db: Db, ids: readonly string[], change: StateChange): Promise<void> {
  if (ids.length === 0) return
  const isDeleted = change.state === 'deleted'
  await run(
    db,
    sql`select from channels where id in (select channel_id from messages where id = any(${[...ids]}::uuid[]))
      order by id for update`,
  )
  const changed = await many(
    db,
    sql<Counted>`with before as (select id, state from messages where id = any(${[...ids]}::uuid[]))
      update messages m set state = ${change.state}, cause = ${change.cause}, reason = ${change.reason},
        approved_at = coalesce(${change.approvedAt ?? null}::timestamptz, m.approved_at),
        body = case when ${isDeleted}::boolean then '' else m.body end,
        mentions = case when ${isDeleted}::boolean then '{}' else m.mentions end
      from before where m.id = before.id
      returning m.channel_id as "channelId", m.root_seq as "rootSeq",
        (${change.state} = 'visible')::integer - (before.state = 'visible')::integer as by`,
  )
  const counted = changed.filter(({ by }) => by !== 0)
  const given = sql`unnest(${counted.map(({ channelId }) => channelId)}::uuid[],
    ${counted.map(({ rootSeq }) => rootSeq)}::integer[], ${counted.map(({ by }) => by)}::integer[])
    as given (channel_id, root_seq, by)`
  if (counted.length > 0) {
    await run(
      db,
      sql`update channels ch set message_count = ch.message_count + total.by
        from (select channel_id, sum(by)::integer as by from ${given} group by channel_id) total
        where ch.id = total.channel_id`,
    )
    await run(
      db,
      sql`update messages root set reply_count = root.reply_count + total.by
        from (select channel_id, root_seq, sum(by)::integer as by from ${given}
          where root_seq is not null group by channel_id, root_seq) total
        where root.channel_id = total.channel_id and root.seq = total.root_seq`,
    )
  }
  if (change.state === 'visible' || change.state === 'held') return
  await run(
    db,
    sql`delete from pins using messages m
      where m.id = any(${[...ids]}::uuid[]) and pins.channel_id = m.channel_id and pins.seq = m.seq`,
  )
}

/** Takes what is kept beside deleted messages out: earlier wordings and media. Returns the media. */
export async function emptyMessages(db: Db, ids: readonly string[]): Promise<string[]> {
  await run(
    db,
    sql`delete from message_edits edited using messages m
      where m.id = any(${[...ids]}::uuid[]) and edited.channel_id = m.channel_id and edited.seq = m.seq`,
  )
  const taken = await many(
    db,
    sql<{ mediaId: string }>`delete from message_media attached using messages m
      where m.id = any(${[...ids]}::uuid[]) and attached.channel_id = m.channel_id and attached.seq = m.seq
      returning attached.media_id as "mediaId"`,
  )
  return taken.map(({ mediaId }) => mediaId)
}

/** Messages of a person on a page, or in one channel of it, that everyone sees. */
export async function listVisibleOf(
  db: Db,
  given: { creatorId: string; userId: string; channelId: string | null; limit: number },
): Promise<{ id: string; channelId: string }[]> {
  return many(
    db,
    sql<{ id: string; channelId: string }>`select m.id, m.channel_id as "channelId" from messages m
      where m.author_id = ${given.userId} and m.creator_id = ${given.creatorId} and m.state = 'visible'
        and (${given.channelId}::uuid is null or m.channel_id = ${given.channelId}::uuid)
      order by m.created_at limit ${given.limit}`,
  )
}

/** Messages of a person that still have a text, or did until they were removed. */
export async function listUndeletedOf(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from messages where author_id = ${userId} and state <> 'deleted'
      order by created_at limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export async function insertPin(
  db: Db,
  { channelId, seq, now }: { channelId: string; seq: number; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into pins (channel_id, seq, pinned_at) values (${channelId}, ${seq}, ${now}) on conflict do nothing`,
  )
}

export async function deletePin(db: Db, channelId: string, seq: number): Promise<void> {
  await run(db, sql`delete from pins where channel_id = ${channelId} and seq = ${seq}`)
}

/** Call with the channel locked. */
export async function listPinnedSeqs(db: Db, channelId: string): Promise<number[]> {
  const rows = await many(db, sql<{ seq: number }>`select seq from pins where channel_id = ${channelId}`)
  return rows.map(({ seq }) => seq)
}

/** Notes a report, once a person. Returns how many count by people who have been here long enough. */
export async function insertReport(
  db: Db,
  given: { channelId: string; seq: number; userId: string; isCounted: boolean; oldSince: Date; now: Date },
): Promise<number> {
  await run(
    db,
    sql`insert into message_reports (channel_id, seq, user_id, is_counted, reported_at)
      values (${given.channelId}, ${given.seq}, ${given.userId}, ${given.isCounted}, ${given.now})
      on conflict do nothing`,
  )
  const [row] = await many(
    db,
    sql<{
      count: number
    }>`select count(*)::integer as count from message_reports r join users u on u.id = r.user_id
      where r.channel_id = ${given.channelId} and r.seq = ${given.seq} and r.is_counted
        and u.created_at <= ${given.oldSince}`,
  )
  return row?.count ?? 0
}
