import type { StateCause } from '#contract/channels/rules.ts'
import { type Db, many, prepared, run, sql } from '#server/platform/db/query.ts'

/** A message that has everything but its number. */
export interface NewMessage {
  id: string
  channelId: string
  authorId: string
  creatorId: string | null
  rootSeq: number | null
  quotedSeq: number | null
  body: string
  mentions: readonly string[]
  state: 'visible' | 'held'
  cause: StateCause | null
  clientKey: string
  mediaIds: readonly string[]
  pollId: string | null
  now: Date
}

interface Inserting {
  channelId: string
  count: number
  visibleCount: number
  ids: string[]
  authorIds: string[]
  creatorIds: (string | null)[]
  rootSeqs: (number | null)[]
  quotedSeqs: (number | null)[]
  bodies: string[]
  /** Each as PostgreSQL writes an array: those of different messages aren't of one length. */
  mentions: string[]
  states: string[]
  causes: (string | null)[]
  clientKeys: string[]
  pollIds: (string | null)[]
  moments: Date[]
}

const insertingMessages = prepared<{ seq: number }, Inserting>(
  'insert-messages',
  (given) => sql`with given as (
      select * from unnest(${given.ids}::uuid[], ${given.authorIds}::uuid[], ${given.creatorIds}::uuid[],
        ${given.rootSeqs}::integer[], ${given.quotedSeqs}::integer[], ${given.bodies}::text[], ${given.mentions}::text[], ${given.states}::text[],
        ${given.causes}::text[], ${given.clientKeys}::uuid[], ${given.pollIds}::uuid[], ${given.moments}::timestamptz[])
        with ordinality g (id, author_id, creator_id, root_seq, quoted_seq, body, mentions, state, cause, client_key, poll_id,
          created_at, place)
    ), numbered as (
      update channels set last_seq = last_seq + ${given.count}::integer,
        message_count = message_count + ${given.visibleCount}::integer
      where id = ${given.channelId} returning last_seq - ${given.count}::integer as before
    ), marked as (
      insert into read_marks (user_id, channel_id, read_seq)
      select author_id, ${given.channelId}, before + max(place) from given, numbered group by author_id, before
        order by author_id
      on conflict (user_id, channel_id) do update set read_seq = greatest(read_marks.read_seq, excluded.read_seq)
    ), answered as (
      update messages m set reply_count = m.reply_count + replies.count
      from numbered, (select root_seq, count(*)::integer as count from given
        where root_seq is not null and state = 'visible' group by root_seq) replies
      where m.channel_id = ${given.channelId} and m.seq = replies.root_seq
    )
    insert into messages (channel_id, seq, id, author_id, creator_id, root_seq, quoted_seq, body, mentions, state, cause,
      client_key, poll_id, created_at)
    select ${given.channelId}, before + place, id, author_id, creator_id, root_seq, quoted_seq, body, mentions::uuid[], state, cause,
      client_key, poll_id, created_at
    from given, numbered order by place
    returning seq`,
)

/**
 * Writes messages of one channel under its next numbers, which their authors have read then; answers the numbers, in the order
 * given. The channel's row stays locked until the commit: what can be done before should be.
 */
export async function insertMessages(
  db: Db,
  channelId: string,
  given: readonly NewMessage[],
): Promise<number[]> {
  const rows = await many(
    db,
    insertingMessages({
      channelId,
      count: given.length,
      visibleCount: given.filter(({ state }) => state === 'visible').length,
      ids: given.map(({ id }) => id),
      authorIds: given.map(({ authorId }) => authorId),
      creatorIds: given.map(({ creatorId }) => creatorId),
      rootSeqs: given.map(({ rootSeq }) => rootSeq),
      quotedSeqs: given.map(({ quotedSeq }) => quotedSeq),
      bodies: given.map(({ body }) => body),
      mentions: given.map(({ mentions }) => `{${mentions.join(',')}}`),
      states: given.map(({ state }) => state),
      causes: given.map(({ cause }) => cause),
      clientKeys: given.map(({ clientKey }) => clientKey),
      pollIds: given.map(({ pollId }) => pollId),
      moments: given.map(({ now }) => now),
    }),
  )
  const seqs = rows.map(({ seq }) => seq).toSorted((one, other) => one - other)
  for (const [index, { mediaIds }] of given.entries()) {
    const seq = seqs[index]
    if (mediaIds.length > 0 && seq !== undefined) await insertMedia(db, { channelId, seq, mediaIds })
  }
  return seqs
}

async function insertMedia(
  db: Db,
  { channelId, seq, mediaIds }: { channelId: string; seq: number; mediaIds: readonly string[] },
): Promise<void> {
  await run(
    db,
    sql`insert into message_media (channel_id, seq, media_id, position)
      select ${channelId}, ${seq}, media_id, place - 1
      from unnest(${[...mediaIds]}::uuid[]) with ordinality given (media_id, place)`,
  )
}
