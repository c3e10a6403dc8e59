import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { lockChannel } from './queries.ts'
import { aMessage } from './testing.ts'

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)
/** With who looks on and who has the room, as many connections as the app has. */
const WRITERS = 6

let app: TestApp
let creatorId: string
let roomId: string
let authorIds: string[]

beforeAll(async () => {
  app = await startTestApp()
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
})
beforeEach(async () => {
  roomId = (await aRoom(app.db, creatorId)).id
  authorIds = []
  for (let count = 0; count < WRITERS; count += 1) authorIds.push((await aUser(app.db, { now: LONG_AGO })).id)
  await aMessage(app.db, roomId, authorIds[0] ?? '', { body: 'The room is open' })
})
afterAll(() => app.close())

/** Everyone writes while another node has the room; `meanwhile` happens while the first waits for it, and all others for the first. */
async function allWrite(
  { bodyOf = (index) => `Message ${index}` }: { bodyOf?: (index: number) => string } = {},
  meanwhile: (firstPid: number) => Promise<unknown> = async () => undefined,
): Promise<PromiseSettledResult<{ seq: number; body: string }>[]> {
  // Whoever has read who is in its message has checked it.
  const others = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and query like '%as "memberSince"%'`
  const first = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'with given%'`
  let writing: Promise<PromiseSettledResult<{ seq: number; body: string }>[]> | undefined
  await app.db.transaction().execute(async (elsewhere) => {
    await lockChannel(elsewhere, roomId)
    writing = Promise.allSettled(
      authorIds.map((authorId, index) => aMessage(app.db, roomId, authorId, { body: bodyOf(index) })),
    )
    await waitFor(async () => expect(await many(app.db, others)).toHaveLength(WRITERS - 1))
    // On a busy machine the others may be there before it.
    const { pid } = await waitFor(() => one(app.db, first))
    await meanwhile(pid)
  })
  if (!writing) throw new Error('Nobody wrote')
  return writing
}

async function listStored(db: Db = app.db) {
  const rows = await many(
    db,
    sql<{ seq: number; body: string; written: string }>`select seq, body, xmin::text as written from messages
      where channel_id = ${roomId} and seq > 1 order by seq`,
  )
  return { seqs: rows.map(({ seq }) => seq), commits: new Set(rows.map(({ written }) => written)).size, rows }
}

test('whoever waits for the same room is numbered in one transaction, and hears its own number', async () => {
  const results = await allWrite()
  const { seqs, commits, rows } = await listStored()
  expect(seqs).toEqual([2, 3, 4, 5, 6, 7])
  // The first had begun; all others waited for it.
  expect(commits).toBe(2)
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') throw result.reason
    expect(result.value.body).toBe(`Message ${index}`)
    expect(rows.find(({ seq }) => seq === result.value.seq)?.body).toBe(`Message ${index}`)
  }
  const facts = sql<{ told: number; heard: number; count: number; read: number }>`select
      (select count(*)::integer from events where name = 'channels.message-written'
        and payload->>'channelId' = ${roomId}) as told,
      (select count(*)::integer from realtime_events where topic = ${`channel:${roomId}`}) as heard,
      (select message_count from channels where id = ${roomId}) as count,
      (select count(*)::integer from read_marks r join messages m on m.channel_id = r.channel_id
        and m.author_id = r.user_id where r.channel_id = ${roomId} and r.read_seq = m.seq) as read`
  expect(await one(app.db, facts)).toEqual({ told: 7, heard: 7, count: 7, read: 6 })
})

test('one message that the database refuses fails alone', async () => {
  // Refused by the database alone: nothing of ours looks for it.
  await run(app.db, sql`alter table messages add constraint not_this check (body <> 'Not this')`)
  try {
    const results = await allWrite({ bodyOf: (index) => (index === 5 ? 'Not this' : `Message ${index}`) })
    expect(results.map(({ status }) => status)).toEqual(
      authorIds.map((_, index) => (index === 5 ? 'rejected' : 'fulfilled')),
    )
    expect((await listStored()).seqs).toEqual([2, 3, 4, 5, 6])
  } finally {
    await run(app.db, sql`alter table messages drop constraint not_this`)
  }
})

test('when the one who stores them loses its connection, the others are stored all the same', async () => {
  const results = await allWrite({}, (pid) => run(app.db, sql`select pg_terminate_backend(${pid})`))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect((await listStored()).seqs).toEqual([2, 3, 4, 5, 6])
})

test('when many were taken along and the commit fails, each is stored once', async () => {
  // The commit of the first who takes others along fails: a deferred check, which holds only for more than one.
  await run(
    app.db,
    sql`create function refuse_several() returns trigger language plpgsql as $$ begin
      if (select count(*) from messages own join messages m on m.xmin = own.xmin where own.id = new.id) > 1
      then raise 'no commit'; end if; return null; end $$`,
  )
  await run(
    app.db,
    sql`create constraint trigger refuse_several after insert on messages deferrable initially deferred
      for each row execute function refuse_several()`,
  )
  try {
    const results = await allWrite()
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const { seqs, commits } = await listStored()
    expect(seqs).toEqual([2, 3, 4, 5, 6])
    expect(commits).toBe(5)
  } finally {
    await run(app.db, sql`drop trigger refuse_several on messages`)
    await run(app.db, sql`drop function refuse_several`)
  }
})

test('a message that was sent twice while the room was busy is there once', async () => {
  const clientKey = '0198c5a0-0000-7000-8000-000000000001'
  const [authorId = ''] = authorIds
  const both = await Promise.all(
    [1, 2].map(() => aMessage(app.db, roomId, authorId, { body: 'Once', clientKey })),
  )
  expect(both[0]?.seq).toBe(both[1]?.seq)
  expect((await listStored()).seqs).toEqual([2])
})
