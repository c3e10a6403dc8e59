import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { actOnMessage } from '#contract/channels/moderation-routes.ts'
import { reactToMessage } from '#contract/channels/routes.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { type EventStream, openEventStream, type StreamEvent } from './testing/event-stream.ts'
import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

/* What people hear of while a channel is open before them. */

let app: TestApp
let owner: { id: string; as: TestSession }
let creatorId: string
const open: EventStream[] = []

beforeAll(async () => {
  app = await startTestApp()
  owner = await aPerson()
  creatorId = (await aCreator(app.db, owner.id, { handle: 'asha' })).id
})
afterAll(async () => {
  for (const stream of open) await stream.close()
  await app.close()
})

async function aPerson() {
  const { id } = await aUser(app.db, { now: new Date(Date.now() - 30 * 86_400_000) })
  return { id, as: await aSession(app.db, app.platform, id) }
}

async function follow(as: TestSession, ...topics: string[]): Promise<EventStream> {
  const cookieName = sessionCookieName(app.platform.config.publicUrl)
  const stream = await openEventStream(app.baseUrl, as, cookieName, { topics: topics.join(',') })
  open.push(stream)
  return stream
}

/** The next event of a channel. */
async function heard(stream: EventStream): Promise<StreamEvent> {
  for (;;) {
    const event = await stream.next()
    if (!event) throw new Error('The stream ended')
    if (event.name !== 'following') return event
  }
}

test('messages, changes and reactions are heard as everyone sees them', async () => {
  const { id: channelId } = await aPost(app.db, creatorId)
  const ravi = await aPerson()
  const stream = await follow(ravi.as, `channel:${channelId}`)
  await aMessage(app.db, channelId, owner.id, { body: 'Hello' })
  expect(await heard(stream)).toMatchObject({ name: 'message', data: { seq: 1, body: 'Hello' } })
  for (const emoji of ['👍', '🎉'])
    await app.call(reactToMessage, { channelId, seq: 1, emoji }, { as: ravi.as })
  await new Promise((resolve) => void setTimeout(resolve, 1100))
  await app.drain()
  expect(await heard(stream)).toMatchObject({ name: 'reactions', data: { seq: 1, reactions: { length: 2 } } })
  const hiding = { channelId, seq: 1, act: 'hide' as const, reason: 'Off topic' }
  await app.call(actOnMessage, hiding, { as: owner.as })
  const changed = await heard(stream)
  expect(changed).toMatchObject({
    name: 'message.changed',
    data: { seq: 1, state: 'hidden', body: '', because: null },
  })
})

test('those who are kept apart by a block hear nothing of each other, at once', async () => {
  const { id: channelId } = await aPost(app.db, creatorId)
  const [ravi, meera] = [await aPerson(), await aPerson()]
  const stream = await follow(ravi.as, `channel:${channelId}`, `user:${ravi.id}`)
  await app.call(blockUser, { userId: ravi.id }, { as: meera.as })
  await app.drain()
  expect((await heard(stream)).name).toBe('access')
  await new Promise((resolve) => void setTimeout(resolve, 2500))
  await aMessage(app.db, channelId, meera.id, { body: 'By Meera' })
  await aMessage(app.db, channelId, owner.id, { body: 'By Asha' })
  expect(await heard(stream)).toMatchObject({ data: { seq: 2, body: 'By Asha' } })
})

test('a member whose plan ended is out, and nobody else comes in', async () => {
  const plan = await aPlan(app.db, creatorId)
  const { id: channelId } = await aPost(app.db, creatorId, { planId: plan.id })
  const [ravi, stranger] = [await aPerson(), await aPerson()]
  await aSubscription(app.db, ravi.id, plan)
  expect((await follow(stranger.as, `channel:${channelId}`)).status).toBe(403)
  const stream = await follow(ravi.as, `channel:${channelId}`, `user:${ravi.id}`)
  await aMessage(app.db, channelId, owner.id, { body: 'For members' })
  expect(await heard(stream)).toMatchObject({ name: 'message', data: { body: 'For members' } })
  await run(
    app.db,
    sql`update subscriptions set status = 'expired', access_until = now() - interval '1 day' where member_id = ${ravi.id}`,
  )
  await publish(app.db, userTopic, ravi.id, { name: 'access', data: {} })
  expect((await heard(stream)).name).toBe('access')
  expect(await heard(stream)).toMatchObject({ name: 'refused', data: { topic: `channel:${channelId}` } })
})

test('what was written is not sent again to whoever returns: they fetch it, if they still may', async () => {
  const { id: channelId } = await aPost(app.db, creatorId)
  const topic = `channel:${channelId}`
  const ravi = await aPerson()
  await aMessage(app.db, channelId, owner.id, { body: 'Taken back later' })
  const cookieName = sessionCookieName(app.platform.config.publicUrl)
  const back = await openEventStream(app.baseUrl, ravi.as, cookieName, { topics: topic, since: `${topic}:1` })
  open.push(back)
  expect((await heard(back)).name).toBe('gap')
})
