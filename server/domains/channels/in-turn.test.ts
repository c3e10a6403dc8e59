import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { listMessages, writeMessage } from '#contract/channels/routes.ts'
import { aSignedInUser, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { lockChannel } from './queries.ts'

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)
/** More than a test's app has connections. */
const WRITERS = 24

let app: TestApp
let creatorId: string
let roomId: string

beforeAll(async () => {
  app = await startTestApp()
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
})
beforeEach(async () => {
  roomId = (await aRoom(app.db, creatorId)).id
})
afterAll(() => app.close())

/** Everybody writes at once, each with a session of their own. */
async function allWrite(bodies: readonly string[]) {
  const writers: { body: string; as: TestSession }[] = []
  for (const body of bodies) writers.push({ body, as: (await aSignedInUser(app, { now: LONG_AGO })).session })
  return () =>
    Promise.all(
      writers.map(({ body, as }) =>
        app.call(writeMessage, { channelId: roomId, body, clientKey: randomUUID() }, { as }),
      ),
    )
}

const messages = (count: number) => Array.from({ length: count }, (_, index) => `Message ${index}`)

function listStored() {
  return many(
    app.db,
    sql<{
      seq: number
      body: string
    }>`select seq, body from messages where channel_id = ${roomId} order by seq`,
  )
}

test('while a room is locked, its writers wait without connections, and everything else is answered', async () => {
  const write = await allWrite(messages(WRITERS))
  const { session: reader } = await aSignedInUser(app)
  let writing: ReturnType<typeof write> | undefined
  // Locked by another node, as it were.
  await app.db.transaction().execute(async (elsewhere) => {
    await lockChannel(elsewhere, roomId)
    writing = write()
    const waiting = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await waitFor(async () => expect((await one(app.db, waiting)).count).toBe(2))
    const { status } = await app.call(listMessages, { channelId: roomId }, { as: reader })
    expect(status).toBe(200)
  })
  const answers = (await writing) ?? []
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const rows = await listStored()
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.map(({ body }) => body).toSorted()).toEqual(messages(WRITERS).toSorted())
  const facts = sql<{ told: number; heard: number; count: number; read: number }>`select
      (select count(*)::integer from events where name = 'channels.message-written'
        and payload->>'channelId' = ${roomId}) as told,
      (select count(*)::integer from realtime_events where topic = ${`channel:${roomId}`}) as heard,
      (select message_count from channels where id = ${roomId}) as count,
      (select count(*)::integer from read_marks r join messages m on m.channel_id = r.channel_id
        and m.author_id = r.user_id where r.channel_id = ${roomId} and r.read_seq = m.seq) as read`
  const all = { told: WRITERS, heard: WRITERS, count: WRITERS, read: WRITERS }
  expect(await one(app.db, facts)).toEqual(all)
})

test('one message that the database refuses fails alone', async () => {
  // Refused by the database alone: nothing of ours looks for it.
  await run(app.db, sql`alter table messages add constraint not_this check (body <> 'Not this')`)
  try {
    const answers = await (await allWrite(['One', 'Not this', 'Another']))()
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200])
    expect((await listStored()).map(({ seq }) => seq)).toEqual([1, 2])
  } finally {
    await run(app.db, sql`alter table messages drop constraint not_this`)
  }
})

test('a message that was sent twice while the room was busy is there once', async () => {
  const { session: as } = await aSignedInUser(app, { now: LONG_AGO })
  const message = { channelId: roomId, body: 'Once', clientKey: randomUUID() }
  const [first, second] = await Promise.all([1, 2].map(() => app.call(writeMessage, message, { as })))
  expect(first?.body.seq).toBe(second?.body.seq)
  expect(await listStored()).toEqual([{ seq: 1, body: 'Once' }])
})
