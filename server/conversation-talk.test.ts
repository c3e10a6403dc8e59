import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import * as channels from '#contract/channels/routes.ts'
import * as contract from '#contract/conversations/routes.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { openEventStream } from '#server/testing/event-stream.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { type Person, tellConversations } from './domains/conversations/people-testing.ts'
import { aConversation } from './domains/conversations/testing.ts'

let app: TestApp
let rig: ReturnType<typeof tellConversations>
let asha: Person
let ravi: Person
let meera: Person
/** A group of all three. */
let channelId: string

beforeAll(async () => {
  app = await startTestApp()
  rig = tellConversations(app)
})
beforeEach(async () => {
  asha = await rig.aPerson('Asha Rao')
  ravi = await rig.aPerson('Ravi Menon')
  meera = await rig.aPerson('Meera Das')
  channelId = (await aConversation(app.db, [asha.user.id, ravi.user.id, meera.user.id])).id
})
afterAll(() => app.close())

async function follow({ as }: Person, id = channelId) {
  const cookieName = sessionCookieName(app.platform.config.publicUrl)
  const stream = await openEventStream(app.baseUrl, as, cookieName, { topics: `channel:${id}` })
  expect((await stream.next())?.name).toBe('following')
  return stream
}

function type({ as }: Person, id = channelId) {
  return app.call(channels.noteTyping, { channelId: id }, { as })
}

function answer({ as }: Person, given: { quotedSeq: number; channelId?: string }) {
  return app.call(
    channels.writeMessage,
    { channelId, clientKey: randomUUID(), body: 'Yes', ...given },
    { as },
  )
}

async function read({ as }: Person) {
  return (await app.call(channels.listMessages, { channelId }, { as })).body.messages
}

test('who has a conversation open hears that somebody types, and nothing of it is stored', async () => {
  const heard = await follow(ravi)
  const stored = sql<{ events: number; seq: number }>`select
      (select count(*)::integer from realtime_events where topic = ${`channel:${channelId}`}) as events, last_seq as seq
    from realtime_topics where topic = ${`channel:${channelId}`}`
  const before = await one(app.db, stored)
  expect((await type(asha)).status).toBe(200)
  const event = await heard.next()
  expect(event).toMatchObject({ name: 'typing', data: { userId: asha.user.id, name: 'Asha Rao' } })
  // Under the number the stream is at: whoever comes back asks for what follows it.
  expect(event?.id).toBe(`channel:${channelId}:${before.seq}`)
  expect(await one(app.db, stored)).toEqual(before)
  await heard.close()
})

test('people who are kept apart don’t hear each other type, nor do those outside', async () => {
  await app.call(blockUser, { userId: asha.user.id }, { as: ravi.as })
  const blocker = await follow(ravi)
  const other = await follow(meera)
  await type(asha)
  expect((await other.next())?.name).toBe('typing')
  // The next thing the blocker hears is somebody else.
  await type(meera)
  expect((await blocker.next())?.data).toMatchObject({ userId: meera.user.id })
  const stranger = await rig.aPerson('Stranger')
  expect((await type(stranger)).failure.code).toBe('channel_not_found')
  await blocker.close()
  await other.close()
})

test('in rooms nobody is told who types', async () => {
  const { id } = await aRoom(app.db, (await aCreator(app.db, asha.user.id)).id)
  const heard = await follow(ravi, id)
  await type(asha, id)
  await aMessage(app.db, id, asha.user.id)
  expect((await heard.next())?.name).toBe('message')
  await heard.close()
})

test('an answer shows the beginning of what it answers', async () => {
  await aMessage(app.db, channelId, asha.user.id, { body: `Friday? ${'x'.repeat(400)}` })
  const { body } = await answer(ravi, { quotedSeq: 1 })
  expect(body).toMatchObject({ quotedSeq: 1, quoted: { authorName: 'Asha Rao', mediaCount: 0 } })
  expect(body.quoted?.body).toMatch(/^Friday\? x+$/)
  expect(body.quoted?.body).toHaveLength(280)
  const [newest] = await read(meera)
  expect(newest?.quoted).toEqual(body.quoted)
})

test('what is deleted is no longer shown in answers', async () => {
  await aMessage(app.db, channelId, asha.user.id, { body: 'My number is 12' })
  await answer(ravi, { quotedSeq: 1 })
  await app.call(channels.deleteMessage, { channelId, seq: 1 }, { as: asha.as })
  const [newest] = await read(meera)
  expect(newest).toMatchObject({ body: 'Yes', quotedSeq: 1, quoted: null })
})

test('readers see an answer’s origin only if they see it where it stands', async () => {
  await aMessage(app.db, channelId, asha.user.id, { body: 'Between us' })
  await answer(ravi, { quotedSeq: 1 })
  // Came after it was written.
  await run(
    app.db,
    sql`update participants set from_seq = 2 where conversation_id = ${channelId} and user_id = ${meera.user.id}`,
  )
  expect((await read(meera))[0]).toMatchObject({ quotedSeq: 1, quoted: null })
  expect((await answer(meera, { quotedSeq: 1 })).failure.code).toBe('message_not_found')
  await app.call(blockUser, { userId: asha.user.id }, { as: meera.as })
  await run(app.db, sql`update participants set from_seq = 0 where conversation_id = ${channelId}`)
  expect((await read(meera))[0]).toMatchObject({ quotedSeq: 1, quoted: null })
})

test('where there are threads, nothing is answered like this', async () => {
  const { id } = await aRoom(app.db, (await aCreator(app.db, meera.user.id)).id)
  await aMessage(app.db, id, meera.user.id)
  expect((await answer(ravi, { quotedSeq: 1, channelId: id })).failure.code).toBe('message_not_found')
})

test('events leave out what a message answers: readers don’t see the same', async () => {
  await aMessage(app.db, channelId, asha.user.id, { body: 'Between us' })
  const heard = await follow(meera)
  await answer(ravi, { quotedSeq: 1 })
  expect((await heard.next())?.data).toMatchObject({ quotedSeq: 1, quoted: null })
  await heard.close()
})

test('people can be written to unless they take nothing from strangers, or a block stands between', async () => {
  const writable = async () => {
    const userIds = [asha, ravi, meera].map(({ user }) => user.id).join(',')
    const { body } = await app.call(contract.listWritable, { userIds }, { as: asha.as })
    return new Set(body.userIds)
  }
  expect(await writable()).toEqual(new Set([ravi.user.id, meera.user.id]))
  await rig.setRules(ravi, { takesRequests: false })
  expect(await writable()).toEqual(new Set([meera.user.id]))
  await app.call(blockUser, { userId: asha.user.id }, { as: meera.as })
  expect(await writable()).toEqual(new Set())
})
