import { memberAt } from './listed-posts.ts'
import { daysAgo, idOf, memberId, memberOfMembership, pageOfMembership, seeded, type Shape } from './shape.ts'
import type { Writer } from './writer.ts'

/* What is between people and pages beside memberships: follows, rooms, conversations and the bell. */

/** One membership in so many. */
const FOLLOWS_EVERY = 2
const TALKS_EVERY = 20
const RUNG_EVERY = 2
/** A member of a page with a room reads it, one in so many. */
const READS_EVERY = 4
const ROOM_MESSAGES_MIN = 5
const ROOM_MESSAGES_MAX = 20_000
/** Messages of a conversation. */
const TALK_LENGTH = 3

export async function writeTalk(writer: Writer, shape: Shape): Promise<void> {
  const { run, inParts } = writer
  await writeRooms(writer, shape)
  await run(`create temp table populate_newest on commit drop as
    select distinct on (creator_id) creator_id, id, published_at from posts order by creator_id, published_at desc, id desc`)
  await run('alter table populate_newest add primary key (creator_id)')
  await run('analyze populate_newest')
  await inParts('follows, conversations and the bell', shape.subscriptions, async (from, to) => {
    const memberships = `(select i, ${pageOfMembership(shape, 'i')} as page,
        ${memberId(shape, `(${memberOfMembership(shape, 'i')})`)} as member_id
      from generate_series(${from}::bigint, ${to}::bigint) i) m join populate_pages p on p.number = m.page`
    await run(`insert into follows (user_id, creator_id, followed_at)
      select m.member_id, p.id, ${daysAgo(shape, `300 * ${seeded(shape)('i', 30)}`)} from ${memberships}
      where i % ${FOLLOWS_EVERY} = 0`)
    await run(`insert into notifications (id, user_id, kind, group_key, creator_id, target, count, updated_at, read_at)
      select ${idOf('notification', 'i', 'newest.published_at')}, m.member_id, 'new_post', 'post:' || newest.id, p.id,
        newest.id, 1, newest.published_at, case when i % 4 = 0 then newest.published_at end
      from ${memberships} join populate_newest newest on newest.creator_id = p.id where i % ${RUNG_EVERY} = 0`)
    await writeConversations(writer, shape, memberships)
  })
  await run(`insert into follower_counts (creator_id, followers)
    select creator_id, count(*) from follows group by 1`)
  await writeTold(writer, shape)
}

async function writeRooms({ run }: Writer, shape: Shape): Promise<void> {
  const length = `greatest(${ROOM_MESSAGES_MIN}, least(${ROOM_MESSAGES_MAX}, p.count))`
  const room = `(select p.*, ${idOf('room', 'p.number', 'p.at')} as room_id, ${length} as length
    from populate_pages p where p.has_room) p`
  await run(`insert into channels (id, kind, creator_id, last_seq, message_count, created_at)
    select room_id, 'room', id, length, length, at from ${room}`)
  await run(`insert into rooms (id, creator_id, name, topic, audience_id, write_from, position, created_at)
    select room_id, id, 'Studio', 'Whatever comes up', members_id, 'readers', 1, at from ${room}`)
  const key = `(1::bigint << 40) + p.number::bigint * ${ROOM_MESSAGES_MAX + 1} + seq`
  const at = daysAgo(shape, '365 * (1 - seq::float8 / p.length) + 0.001')
  await run(`insert into messages (channel_id, seq, id, author_id, creator_id, body, state, client_key, created_at)
    select room_id, seq, ${idOf('message', key, at)},
      ${memberAt(shape, `(seq::bigint * 7919 % (1 + (p.count - 1) / ${READS_EVERY}) * ${READS_EVERY})`)}, id, t.title, 'visible',
      ${idOf('key', key, at)}, ${at}
    from ${room} cross join generate_series(1, p.length) seq
      join populate_texts t on t.number = 1 + seq % (select count(*) from populate_texts)`)
  await run(`insert into read_marks (user_id, channel_id, read_seq)
    select ${memberAt(shape, 'place')}, room_id, (length * ${seeded(shape)('p.number + place * 7', 31)})::integer
    from ${room} cross join generate_series(0, p.count - 1, ${READS_EVERY}) place`)
}

async function writeConversations({ run }: Writer, shape: Shape, memberships: string): Promise<void> {
  const at = daysAgo(shape, `0.001 + 300 * ${seeded(shape)('m.i', 32)}`)
  const talks = `(select m.i, m.member_id, p.id as page_id, p.owner_id, ${at} as at, ${idOf('conversation', 'm.i', at)} as id
    from ${memberships} where m.i % ${TALKS_EVERY} = 0) c`
  await run(`insert into channels (id, kind, page_id, last_seq, message_count, created_at)
    select id, 'conversation', page_id, ${TALK_LENGTH}, ${TALK_LENGTH}, at from ${talks}`)
  await run(`insert into conversations (id, kind, pair_key, creator_id, is_agreed, created_at)
    select id, 'pair', 'page:' || page_id || ':' || member_id, page_id, true, at from ${talks}`)
  const key = '(1::bigint << 44) + c.i * 4 + seq'
  const said = `c.at + seq * interval '20 seconds'`
  await run(`insert into messages (channel_id, seq, id, author_id, body, state, client_key, created_at)
    select c.id, seq, ${idOf('message', key, said)}, case seq % 2 when 1 then member_id else owner_id end, t.title,
      'visible', ${idOf('key', key, said)}, ${said}
    from ${talks} cross join generate_series(1, ${TALK_LENGTH}) seq
      join populate_texts t on t.number = 1 + (c.i + seq) % (select count(*) from populate_texts)`)
  await run(`insert into participants (conversation_id, user_id, state, last_seq, is_unread, last_at, is_group, joined_at)
    select c.id, side.user_id, 'active', ${TALK_LENGTH}, side.is_unread, c.at + interval '1 minute', false, c.at
    from ${talks}, lateral (values (member_id, false), (owner_id, c.i % ${2 * TALKS_EVERY} = 0)) side (user_id, is_unread)`)
  await run(`insert into read_marks (user_id, channel_id, read_seq)
    select side.user_id, c.id, side.seq from ${talks}, lateral (values (member_id, ${TALK_LENGTH}),
      (owner_id, case when c.i % ${2 * TALKS_EVERY} = 0 then ${TALK_LENGTH - 1} else ${TALK_LENGTH} end)) side (user_id, seq)`)
}

/** What the owners' open pages were told last: that their balance changed. */
async function writeTold({ run }: Writer, shape: Shape): Promise<void> {
  const at = daysAgo(shape, `0.001 + 0.9 * ${seeded(shape)('number', 33)}`)
  const told = `(select 'user:' || owner_id as topic, ${at} as at from populate_pages where count > 0) t`
  await run(`insert into realtime_topics (topic, last_seq, last_at) select topic, 1, at from ${told}`)
  await run(`insert into realtime_events (topic, seq, name, data, published_at)
    select topic, 1, 'balance', '{}', at from ${told}`)
}
