import type { StateCause } from '#contract/channels/rules.ts'
import { type Db, one, prepared, run, sql } from '#server/platform/db/query.ts'

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

const insertingMessage = prepared<{ seq: number }, Omit<NewMessage, 'mediaIds'> & { visible: number }>(
  'insert-message',
  (given) => sql`with numbered as (
      update channels set last_seq = last_seq + 1, message_count = message_count + ${given.visible}::integer
      where id = ${given.channelId} returning last_seq as seq
    ), marked as (
      insert into read_marks (user_id, channel_id, read_seq)
      select ${given.authorId}::uuid, ${given.channelId}::uuid, seq from numbered
      on conflict (user_id, channel_id) do update set read_seq = greatest(read_marks.read_seq, excluded.read_seq)
    ), answered as (
      update messages set reply_count = reply_count + ${given.visible}::integer
      where channel_id = ${given.channelId} and seq = ${given.rootSeq}::integer
    )
    insert into messages (channel_id, seq, id, author_id, creator_id, root_seq, quoted_seq, body, mentions, state, cause,
      client_key, poll_id, created_at)
    select ${given.channelId}::uuid, seq, ${given.id}::uuid, ${given.authorId}::uuid, ${given.creatorId}::uuid,
      ${given.rootSeq}::integer, ${given.quotedSeq}::integer, ${given.body}::text, ${given.mentions}::uuid[], ${given.state}::text,
      ${given.cause}::text, ${given.clientKey}::uuid, ${given.pollId}::uuid, ${given.now}::timestamptz
    from numbered
    returning seq`,
)

/**
 * Writes a message under its channel's next number, which its author has read then; answers the number. The channel's row
 * stays locked until the commit: what can be done before should be.
 */
export async function insertMessage(db: Db, message: NewMessage): Promise<number> {
  const { mediaIds, ...facts } = message
  const visible = message.state === 'visible' ? 1 : 0
  const { seq } = await one(db, insertingMessage({ ...facts, visible }))
  if (mediaIds.length > 0) await insertMedia(db, { channelId: message.channelId, seq, mediaIds })
  return seq
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
