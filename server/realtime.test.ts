import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { followPage } from '#contract/audiences/routes.ts'
import { moveLiveSession } from '#contract/live/routes.ts'
import { readNotifications } from '#contract/notifications/bell-routes.ts'
import { changeNotificationChoice } from '#contract/notifications/choice-routes.ts'
import { EVENTS_PATH, STREAMS_PER_USER } from '#contract/realtime.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aLiveSession } from '#server/domains/live/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { onPublished, publish } from '#server/platform/realtime/publish.ts'
import { deleteOldEvents } from '#server/platform/realtime/queries.ts'

import { buildApp } from './app.ts'
import { type EventStream, openEventStream } from './testing/event-stream.ts'
import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'
import { waitFor } from './testing/wait-for.ts'

/* The stream of events, from two nodes that share the database. */

let app: TestApp
let otherNodeUrl: string
let closeOtherNode: () => Promise<void>
let cookieName: string
const open: EventStream[] = []

beforeAll(async () => {
  app = await startTestApp()
  cookieName = sessionCookieName(app.platform.config.publicUrl)
  const other = await buildApp(app.platform)
  otherNodeUrl = await other.app.listen({ host: '127.0.0.1', port: 0 })
  closeOtherNode = () => other.app.close()
})
afterAll(async () => {
  for (const stream of open) await stream.close()
  await closeOtherNode()
  await app.close()
})

async function aFollower(since?: string, url = app.baseUrl) {
  const user = await aUser(app.db)
  const session = await aSession(app.db, app.platform, user.id)
  const topic = `user:${user.id}`
  const stream = await follow(session, topic, since, url)
  const say = (m2cSubscriptionId: string) =>
    publish(app.db, userTopic, user.id, { name: 'access', data: { m2cSubscriptionId } })
  return { user, session, topic, stream, say }
}

async function follow(session: TestSession, topics: string, since?: string, url = app.baseUrl) {
  const query = since === undefined ? { topics } : { topics, since }
  const stream = await openEventStream(url, session, cookieName, query)
  open.push(stream)
  return stream
}

/** Where the stream begins. */
async function begin(stream: EventStream, topic: string): Promise<number> {
  const event = await stream.next()
  expect(event?.name).toBe('following')
  const positions = new Map(Object.entries({ ...(event?.data as object) }))
  return Number(positions.get(topic))
}

test('what is published is heard on every node, in order and densely numbered', async () => {
  const { session, topic, stream, say } = await aFollower()
  const elsewhere = await follow(session, topic, undefined, otherNodeUrl)
  const first = await begin(stream, topic)
  expect(await begin(elsewhere, topic)).toBe(first)
  await say('one')
  await say('two')
  for (const heard of [stream, elsewhere]) {
    expect(await heard.next()).toEqual({
      id: `${topic}:${first + 1}`,
      name: 'access',
      data: { m2cSubscriptionId: 'one' },
    })
    expect((await heard.next())?.id).toBe(`${topic}:${first + 2}`)
  }
})

test('a transaction that fails publishes nothing, and the same event twice in one is published once', async () => {
  const { user, topic, stream } = await aFollower()
  const first = await begin(stream, topic)
  const inTransaction = transactionsOf(app.db)
  const say = (m2cSubscriptionId: string) =>
    inTransaction(async (db) => {
      for (const _ of ['once', 'twice'])
        await publish(db, userTopic, user.id, { name: 'access', data: { m2cSubscriptionId } })
      if (m2cSubscriptionId === 'lost') throw new Error('rolled back')
    })
  await expect(say('lost')).rejects.toThrow('rolled back')
  await say('kept')
  await say('last')
  expect(await stream.next()).toMatchObject({
    id: `${topic}:${first + 1}`,
    data: { m2cSubscriptionId: 'kept' },
  })
  expect((await stream.next())?.id).toBe(`${topic}:${first + 2}`)
})

test('nodes are told after the commit, never before', async () => {
  const user = await aUser(app.db)
  const told: number[] = []
  const stop = onPublished(app.db, (published) => told.push(published.length))
  await transactionsOf(app.db)(async (db) => {
    await publish(db, userTopic, user.id, { name: 'balance', data: {} })
    expect(told).toEqual([])
  })
  stop()
  expect(told).toEqual([1])
})

test('transactions that publish to the same topics in other orders do not wait for each other forever', async () => {
  const [one_, other] = [await aUser(app.db), await aUser(app.db)]
  const inTransaction = transactionsOf(app.db)
  const both = (ids: string[]) =>
    inTransaction(async (db) => {
      for (const id of ids) await publish(db, userTopic, id, { name: 'balance', data: {} })
    })
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      both(index % 2 === 0 ? [one_.id, other.id] : [other.id, one_.id]),
    ),
  )
  const { count } = await one(
    app.db,
    sql<{ count: number }>`select count(*)::int as count from realtime_events
      where topic in (${`user:${one_.id}`}, ${`user:${other.id}`})`,
  )
  expect(count).toBe(80)
})

test('a client that comes back to another node gets what it missed', async () => {
  const { session, topic, stream, say } = await aFollower()
  const first = await begin(stream, topic)
  await stream.close()
  await say('missed')
  await say('missed too')
  const back = await follow(session, topic, `${topic}:${first}`, otherNodeUrl)
  expect(await begin(back, topic)).toBe(first + 2)
  await say('live')
  const ids = [await back.next(), await back.next(), await back.next()].map((event) => event?.id)
  expect(ids).toEqual([1, 2, 3].map((further) => `${topic}:${first + further}`))
})

test('a client that missed too much, or what is no longer kept, is told so', async () => {
  const { session, topic, stream, user, say } = await aFollower()
  const first = await begin(stream, topic)
  await stream.close()
  const publishMany = transactionsOf(app.db)(async (db) => {
    for (let index = 0; index < 201; index += 1)
      await publish(db, userTopic, user.id, { name: 'access', data: { m2cSubscriptionId: String(index) } })
  })
  await publishMany
  const behind = await follow(session, topic, `${topic}:${first}`)
  await begin(behind, topic)
  expect(await behind.next()).toEqual({ id: `${topic}:${first + 201}`, name: 'gap', data: {} })
  await say('next')
  expect((await behind.next())?.id).toBe(`${topic}:${first + 202}`)
  await behind.close()

  await run(
    app.db,
    sql`update realtime_events set published_at = now() - interval '61 minutes' where topic = ${topic}`,
  )
  expect(await deleteOldEvents(app.db, 150)).toBe(150)
  const late = await follow(session, topic, `${topic}:${first + 200}`)
  await begin(late, topic)
  expect((await late.next())?.name).toBe('access')
  while ((await deleteOldEvents(app.db, 150)) > 0);
  const later = await follow(session, topic, `${topic}:${first + 201}`)
  await begin(later, topic)
  expect((await later.next())?.name).toBe('gap')
})

test('a topic that was pruned and comes back is a gap for who followed it', async () => {
  const { topic, stream, say } = await aFollower()
  const first = await begin(stream, topic)
  await run(
    app.db,
    sql`update realtime_topics set last_at = now() - interval '3 days' where topic = ${topic}`,
  )
  await deleteOldEvents(app.db, 10)
  await say('new')
  const event = await stream.next()
  expect(event?.name).toBe('gap')
  expect(Number(event?.id.split(':')[2])).toBeGreaterThan(first)
})

test('an event whose writer died before it could tell anyone is found by comparing', async () => {
  const { topic, stream } = await aFollower()
  await begin(stream, topic)
  await run(
    app.db,
    sql`with up as (update realtime_topics set last_seq = last_seq + 1 where topic = ${topic} returning last_seq)
      insert into realtime_events select ${topic}, last_seq, 'access', '{}', now() from up`,
  )
  expect((await stream.next())?.name).toBe('access')
})

test('nobody follows the topic of another person, nor one that does not exist', async () => {
  const { session, topic } = await aFollower()
  const stranger = await aUser(app.db)
  for (const topics of [`user:${stranger.id}`, `nothing:${stranger.id}`])
    expect((await follow(session, topics)).status).toBe(403)
  for (const topics of [
    '',
    'user',
    'user:',
    `${topic}:7`,
    Array(21)
      .fill(topic)
      .map((t, i) => t.slice(0, -2) + (10 + i))
      .join(','),
  ])
    expect((await follow(session, topics)).status).toBe(422)
  const both = await follow(session, `${topic},user:${stranger.id}`)
  expect(await both.next()).toMatchObject({ name: 'refused', data: { topic: `user:${stranger.id}` } })
  expect((await both.next())?.data).toEqual({ [topic]: expect.any(Number) })
})

test('both halves of a session are needed', async () => {
  const { session, topic } = await aFollower()
  expect((await fetch(`${app.baseUrl}${EVENTS_PATH}?topics=${topic}`)).status).toBe(401)
  expect((await follow({ ...session, cookie: 'x' }, topic)).status).toBe(401)
})

test('a person’s newest stream takes the place of the oldest, which is told so', async () => {
  const { session, topic, stream: oldest, say } = await aFollower()
  await begin(oldest, topic)
  const others: EventStream[] = []
  while (others.length < STREAMS_PER_USER) {
    others.push(await follow(session, topic))
    await begin(others.at(-1) ?? oldest, topic)
  }
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  expect((await oldest.next())?.name).toBe('replaced')
  expect(await oldest.next()).toBeNull()
  await say('to all that are left')
  for (const each of others) expect((await each.next())?.name).toBe('access')
})

test('a page that goes before its stream begins leaves nothing behind', async () => {
  const user = await aUser(app.db)
  const session = await aSession(app.db, app.platform, user.id)
  const before = await openStreams()
  const asked = `GET ${EVENTS_PATH}?topics=user:${user.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${session.token}\r\nCookie: ${cookieName}=${session.cookie}\r\n\r\n`
  const { hostname, port } = new URL(app.baseUrl)
  for (let waitedMs = 0; waitedMs < 20; waitedMs += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(asked)
    await sleep(waitedMs)
    socket.destroy()
  }
  await sleep(200)
  await waitFor(async () => expect(await openStreams()).toBe(before))
})

async function openStreams(): Promise<number | undefined> {
  const metric = await productMetrics.getSingleMetric('event_streams_open')?.get()
  return metric?.values[0]?.value
}

test('a stream ends soon after its session was ended', async () => {
  const { user, topic, stream, say } = await aFollower()
  await begin(stream, topic)
  await run(app.db, sql`delete from sessions where user_id = ${user.id}`)
  // What it says makes the server ask at once, and not only within a minute.
  await say('gone')
  expect((await stream.next())?.name).toBe('access')
  expect(await stream.next()).toBeNull()
})

test('people hear of what comes into their bell, and of what was read elsewhere', async () => {
  const { user, session, topic, stream } = await aFollower()
  await begin(stream, topic)
  const page = await aCreator(app.db, user.id)
  const fan = await aUser(app.db)
  const fans = await aSession(app.db, app.platform, fan.id)
  await app.call(followPage, { pageHandle: page.handle }, { as: fans })
  await app.drain()
  expect(await stream.next()).toMatchObject({ name: 'notification', data: {} })
  await app.call(readNotifications, { all: true }, { as: session })
  expect(await stream.next()).toMatchObject({ name: 'notification', data: {} })
})

test('who may come to a live session hears that it is live, and over, whatever they chose to hear of; nobody else does', async () => {
  const owner = await aUser(app.db)
  const asOwner = await aSession(app.db, app.platform, owner.id)
  const page = await aCreator(app.db, owner.id)
  const plan = await aPlan(app.db, page.id)
  const [member, follower] = [await aFollower(), await aFollower()]
  await aSubscription(app.db, member.user.id, plan)
  await app.call(followPage, { pageHandle: page.handle }, { as: follower.session })
  const { id: liveSessionId } = await aLiveSession(app.db, page.id, { planId: plan.id, now: app.clock.now() })
  await app.call(moveLiveSession, { liveSessionId, move: 'open' }, { as: asOwner })
  await app.call(
    changeNotificationChoice,
    { topic: 'liveNow', bell: false, push: false },
    { as: member.session },
  )
  await app.drain()
  for (const move of ['start', 'end'] as const) {
    await app.call(moveLiveSession, { liveSessionId, move }, { as: asOwner })
    await app.drain()
  }
  for (const { say } of [member, follower]) await say('last')
  const heard = async ({ stream }: typeof member) => {
    const names: string[] = []
    while (names.at(-1) !== 'access') names.push((await stream.next())?.name ?? 'access')
    return names.filter((name) => name === 'live')
  }
  expect([await heard(member), await heard(follower)]).toEqual([['live', 'live'], []])
})
