import type { ChannelKind } from '#contract/channels/rules.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

export interface WrittenRow {
  channelId: string
  seq: number
  id: string
}

/** Writes one message into each channel. Channels are locked in one order. */
export async function insertIntoEach(
  db: Db,
  given: readonly { channelId: string; id: string }[],
  { authorId, body, now }: { authorId: string; body: string; now: Date },
): Promise<WrittenRow[]> {
  if (given.length === 0) return []
  const channelIds = given.map(({ channelId }) => channelId)
  const ids = given.map(({ id }) => id)
  return many(
    db,
    sql<WrittenRow>`with locked as (
        select id from channels where id = any(${channelIds}::uuid[]) order by id for update
      ), numbered as (
        update channels ch set last_seq = ch.last_seq + 1, message_count = ch.message_count + 1
        from locked where ch.id = locked.id returning ch.id, ch.creator_id, ch.last_seq
      )
      insert into messages (channel_id, seq, id, author_id, creator_id, root_seq, body, mentions, state, client_key,
        created_at)
      select numbered.id, numbered.last_seq, new.id, ${authorId}, numbered.creator_id, null, ${body}, '{}', 'visible',
        new.id, ${now}
      from unnest(${channelIds}::uuid[], ${ids}::uuid[]) new (channel_id, id)
        join numbered on numbered.id = new.channel_id
      returning channel_id as "channelId", seq, id`,
  )
}

/** Opens many channels that belong to no page; those that are there stay as they are. */
export async function openChannels(
  db: Db,
  ids: readonly string[],
  { kind, pageId, now }: { kind: ChannelKind; pageId: string | null; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into channels (id, kind, page_id, created_at)
      select id, ${kind}, ${pageId}::uuid, ${now} from unnest(${[...ids]}::uuid[]) id order by id
      on conflict (id) do nothing`,
  )
}

/** Up to where a person has read in each of many channels. */
export async function readInEach(
  db: Db,
  { userId, read }: { userId: string; read: readonly { channelId: string; seq: number }[] },
): Promise<void> {
  await run(
    db,
    sql`insert into read_marks (user_id, channel_id, read_seq)
      select ${userId}, channel_id, seq from unnest(${read.map(({ channelId }) => channelId)}::uuid[],
        ${read.map(({ seq }) => seq)}::integer[]) as row (channel_id, seq) order by channel_id
      on conflict (user_id, channel_id) do update set read_seq = greatest(read_marks.read_seq, excluded.read_seq)`,
  )
}
