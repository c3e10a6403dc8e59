import { randomUUID } from 'node:crypto'

import { listMessages, suggestPeople, writeMessage } from '#contract/channels/routes.ts'
import type { InputOf, Route } from '#contract/http/route.ts'
import { listRoomPeople, listRooms } from '#contract/rooms/routes.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'
import { startAppOn } from '#server/testing/app-on-database.ts'

import { judgeAtMost } from './side-by-side.ts'

/*
 * A community of fifty thousand members with twenty rooms, all of whom have been in them: `node lab/bench/rooms.ts`, or with
 * another number. What its list with unread counts, its messages, its people, who can be mentioned and a new message take, over
 * HTTP. As many others have names that begin alike and are no members.
 */

const MEMBERS = Number(process.argv[2] ?? 50_000)
const ROOMS = 20
const MESSAGES = 3000
const CALLS = 40
/** Of each kind: more than 60 in a minute are refused. */
const SUGGESTED = 25
/** More in ten seconds are refused. */
const WRITTEN = 6
const MAX_MS = 100
const DAY_MS = 86_400_000

const tool = await openToolDatabase()
const app = await startAppOn({ connectionString: tool.url, max: 10 })
try {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id, { handle: 'asha' })
  const plan = await aPlan(app.db, creator.id)
  const roomIds: string[] = []
  for (let count = 0; count < ROOMS; count += 1)
    roomIds.push((await aRoom(app.db, creator.id, { name: `Room ${count}`, planId: plan.id })).id)
  const member = await aUser(app.db, { name: 'Ravi Menon', now: new Date(Date.now() - 30 * DAY_MS) })
  await aSubscription(app.db, member.id, plan, { accessUntil: new Date(Date.now() + 30 * DAY_MS) })
  const [roomId = ''] = roomIds
  for (let count = 0; count < 100; count += 1)
    await aMessage(app.db, roomId, member.id, { body: `Message ${count}` })
  await fill(app.db, { roomIds, like: member.id })
  const as = await aSession(app.db, app.platform, member.id)

  async function measure<R extends Route>(
    name: string,
    route: R,
    inputOf: () => InputOf<R>,
    calls = CALLS,
  ): Promise<void> {
    const times: number[] = []
    for (let count = 0; count < calls; count += 1) {
      const began = performance.now()
      const { status } = await app.call(route, inputOf(), { as })
      times.push(performance.now() - began)
      if (status !== 200) throw new Error(`${name} was answered with ${status}`)
    }
    const sorted = times.toSorted((one, other) => one - other)
    console.log(`${name}, median                ${sorted[Math.floor(calls / 2)]?.toFixed(1)} ms`)
    judgeAtMost(`${name}, p95`, sorted[Math.floor(calls * 0.95)] ?? 0, MAX_MS, 'ms')
  }
  const channelId = roomId
  await measure('the list of rooms with what is unread', listRooms, () => ({ pageHandle: 'asha' }))
  await measure('the newest messages of a room', listMessages, () => ({
    channelId,
    order: 'newest' as const,
  }))
  await measure('the people of a room', listRoomPeople, () => ({ roomId }))
  const asking = (q: string) => () => ({ channelId, q })
  await measure('who can be mentioned, by a common beginning', suggestPeople, asking('ra'), SUGGESTED)
  await measure('who can be mentioned, by a rare name', suggestPeople, asking('ravi menon'), SUGGESTED)
  const newMessage = () => ({
    channelId,
    clientKey: randomUUID(),
    body: `Ravi asks <@${owner.id}> something`,
  })
  await measure('a new message that names somebody', writeMessage, newMessage, WRITTEN)
} finally {
  await app.close()
  await tool.close()
}

/** Members like one that is there, who have been in every room; and others with such names, who have not. */
async function fill(db: Db, { roomIds, like }: { roomIds: readonly string[]; like: string }): Promise<void> {
  for (const isMember of [false, true])
    await run(
      db,
      sql`insert into users (id, name, username, email, email_verified_at, age_confirmed_at, created_at)
        select uuidv7(), 'Ra' || chr(97 + number % 26) || ' ' || number, ${isMember ? 'm' : 'o'} || number,
          ${isMember ? 'm' : 'o'} || number || '@example.com', now(), now(), now() - interval '30 days'
        from generate_series(1, ${MEMBERS}::integer) number`,
    )
  await run(
    db,
    sql`insert into subscriptions select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7(), 'member_id', u.id,
        'provider_subscription_id', null))).*
      from subscriptions s cross join users u where s.member_id = ${like} and u.username like 'm%' and u.email like 'm%@example.com'`,
  )
  await run(
    db,
    sql`insert into read_marks (user_id, channel_id, read_seq)
      select u.id, room.id, 10 from users u cross join unnest(${[...roomIds]}::uuid[]) room (id)
      where u.email like 'm%@example.com' on conflict do nothing`,
  )
  await run(
    db,
    sql`insert into messages (channel_id, seq, id, author_id, creator_id, body, state, client_key, created_at)
      select m.channel_id, 100 + number, uuidv7(), m.author_id, m.creator_id, m.body, 'visible', gen_random_uuid(), now()
      from messages m cross join generate_series(1, ${MESSAGES}::integer) number where m.seq = 1`,
  )
  await run(
    db,
    sql`update channels c set last_seq = last.seq, message_count = last.seq
      from (select channel_id, max(seq) as seq from messages group by channel_id) last where last.channel_id = c.id`,
  )
  await run(db, sql`analyze`)
}
