import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getChannel, listMessages, writeMessage } from '#contract/channels/routes.ts'
import * as contract from '#contract/conversations/routes.ts'
import { getBadges } from '#contract/notifications/bell-routes.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { bellOf } from '#server/domains/notifications/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { type Person, tellConversations } from './people-testing.ts'
import { openPair } from './start.ts'

/* How people come to write to each other. */

const DAY_MS = 86_400_000

let app: TestApp
let rig: ReturnType<typeof tellConversations>
let asha: Person
let ravi: Person
let meera: Person
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
  rig = tellConversations(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  asha = await rig.aPerson('Asha Rao')
  ravi = await rig.aPerson('Ravi Menon')
  meera = await rig.aPerson('Meera Das')
  page = await aCreator(app.db, asha.user.id, { pageName: 'Asha sings' })
})

/** Sessions that nobody used for so long have ended. */
async function later(days: number): Promise<void> {
  await app.clock.advance(app.db, days * DAY_MS)
  for (const person of [asha, ravi, meera]) person.as = await aSession(app.db, app.platform, person.user.id)
}

function answer({ as }: Person, conversationId: string, given: 'accept' | 'decline' | 'block') {
  return app.call(contract.answerRequest, { conversationId, answer: given }, { as })
}

describe('a request', () => {
  test('waits in a folder of its own until it is accepted', async () => {
    const { conversationId } = (await rig.start(ravi, { pageHandle: page.handle }, 'I play the sitar')).body
    await app.drain()
    expect((await rig.listOf(asha)).conversations).toEqual([])
    const { conversations, requestCount } = await rig.listOf(asha, 'requests')
    expect(requestCount).toBe(1)
    expect(conversations).toMatchObject([
      {
        _id: conversationId,
        state: 'requested',
        people: [{ name: 'Ravi Menon' }],
        latest: { body: 'I play the sitar' },
      },
    ])
    expect((await app.call(getBadges, {}, { as: asha.as })).body.messages).toBe(0)
    expect(await bellOf(app, asha.as)).toMatchObject([{ kind: 'message_requested' }])

    await answer(asha, conversationId, 'accept')
    expect((await rig.listOf(asha)).conversations).toMatchObject([{ _id: conversationId }])
    expect((await rig.start(ravi, { pageHandle: page.handle }, 'Thank you')).status).toBe(200)
    await aMessage(app.db, conversationId, asha.user.id, { now: app.clock.now() })
    expect((await rig.listOf(ravi, 'unread')).conversations).toMatchObject([
      { unreadCount: 1, people: [{ name: 'Asha sings', pageHandle: page.handle }] },
    ])
  })

  test('is one short message without link or file', async () => {
    const to = { pageHandle: page.handle }
    const medium = await aMedium(app.db, ravi.user.id, 'image')
    const codes = []
    for (const [body, mediaIds] of [
      ['a'.repeat(501)],
      ['Look at https://example.org'],
      ['A picture', [medium.id]],
    ] as [string, string[]?][])
      codes.push((await rig.start(ravi, to, body, mediaIds)).failure.code)
    expect(codes).toEqual(['request_too_long', 'request_links', 'request_media'])
    const { conversationId } = (await rig.start(ravi, to, 'a'.repeat(500))).body
    const more = { channelId: conversationId, clientKey: randomUUID(), body: 'And another thing' }
    const refused = await app.call(writeMessage, more, { as: ravi.as })
    expect(refused.failure).toMatchObject({ code: 'may_not_write' })
    expect((await rig.start(ravi, to, 'And another')).failure.code).toBe('may_not_write')
  })

  test('is made five times a day', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, (_, at) => rig.aPerson(`Person ${at}`)))
    const ask = (at: number) =>
      app.db
        .transaction()
        .execute(async (db) =>
          openPair(
            db,
            { fromId: ravi.user.id, toId: others[at]?.user.id ?? '', creatorId: null, pageOwnerId: null },
            { body: 'Hello', mediaIds: [] },
            app.clock.now(),
          ),
        )
    for (const at of [0, 1, 2, 3, 4]) await ask(at)
    await expect(ask(5)).rejects.toMatchObject({ spec: { code: 'requests_per_day' } })
    await app.clock.advance(app.db, DAY_MS)
    expect(await ask(5)).toBeTruthy()
  })

  test('is declined in silence', async () => {
    const { conversationId } = (await rig.start(ravi, { pageHandle: page.handle })).body
    const before = (await app.call(getChannel, { channelId: conversationId }, { as: ravi.as })).body
    await answer(asha, conversationId, 'decline')
    expect((await app.call(getChannel, { channelId: conversationId }, { as: ravi.as })).body).toEqual(before)
    expect((await rig.listOf(ravi)).conversations).toHaveLength(1)
    expect((await rig.listOf(asha, 'requests')).conversations).toEqual([])
  })

  test('is gone after 30 days, for both, and may then be made once more', async () => {
    const { conversationId } = (await rig.start(ravi, { pageHandle: page.handle }, 'The first')).body
    await later(30)
    for (const person of [asha, ravi]) {
      const { status } = await app.call(getChannel, { channelId: conversationId }, { as: person.as })
      expect(status).toBe(404)
      expect((await rig.listOf(person, person === asha ? 'requests' : 'all')).conversations).toEqual([])
    }
    await later(1)
    await app.drain()
    expect((await rig.start(ravi, { pageHandle: page.handle }, 'The second')).body.conversationId).toBe(
      conversationId,
    )
    const { messages } = (await app.call(listMessages, { channelId: conversationId }, { as: asha.as })).body
    expect(messages.map(({ body }) => body)).toEqual(['The second'])
  })

  test('can be refused for good', async () => {
    await rig.setRules(asha, { takesRequests: false })
    expect((await rig.start(ravi, { pageHandle: page.handle })).failure.code).toBe('not_reachable')
    const reach = await app.call(contract.findReach, { pageHandle: page.handle }, { as: ravi.as })
    expect(reach.body).toEqual({ door: 'closed', conversationId: null, person: null })
    const { conversationId } = (await rig.start(ravi, { userIds: [meera.user.id] })).body
    await answer(meera, conversationId, 'block')
    expect((await rig.start(ravi, { userIds: [meera.user.id] })).status).toBe(403)
  })

  test('sent twice with one key is one', async () => {
    const input = { clientKey: randomUUID(), pageHandle: page.handle, body: 'Once' }
    const ids = await Promise.all(
      [1, 2].map(
        async () => (await app.call(contract.startConversation, input, { as: ravi.as })).body.conversationId,
      ),
    )
    expect(new Set(ids).size).toBe(1)
    const { messages } = (await app.call(listMessages, { channelId: ids[0] ?? '' }, { as: ravi.as })).body
    expect(messages).toHaveLength(1)
  })
})

describe('without asking', () => {
  test('a creator chooses who of their people may write', async () => {
    const [small, large] = [
      await aPlan(app.db, page.id, { name: 'Small', priceCents: 500 }),
      await aPlan(app.db, page.id, { name: 'Large', priceCents: 900 }),
    ]
    await rig.aMembership(ravi, small)
    await rig.aMembership(meera, large)
    const doors = async () =>
      Promise.all(
        [ravi, meera].map(
          async ({ as }) =>
            (await app.call(contract.findReach, { pageHandle: page.handle }, { as })).body.door,
        ),
      )
    expect(await doors()).toEqual(['open', 'open'])
    await rig.setRules(asha, { allow: 'plans', planIds: [large.id] })
    expect(await doors()).toEqual(['request', 'open'])
    await rig.setRules(asha, { allow: 'nobody' })
    expect(await doors()).toEqual(['request', 'request'])
    // Creators write to their members, whoever may write to them.
    expect((await rig.start(asha, { userIds: [ravi.user.id] })).status).toBe(200)
    expect((await rig.start(ravi, { pageHandle: page.handle }, 'An answer')).status).toBe(200)
  })

  test('people who share a room do, where the other one allows it', async () => {
    const room = await aRoom(app.db, page.id)
    for (const { user } of [ravi, meera]) await aMessage(app.db, room.id, user.id)
    const door = async () =>
      (await app.call(contract.findReach, { userId: meera.user.id }, { as: ravi.as })).body.door
    expect(await door()).toBe('request')
    await rig.setRules(meera, { fromRooms: true })
    expect(await door()).toBe('open')
    expect((await rig.start(ravi, { userIds: [meera.user.id] })).status).toBe(200)
  })

  test('what the creator wrote is answered for 30 days after a plan has ended', async () => {
    const plan = await aPlan(app.db, page.id)
    await rig.aMembership(ravi, plan)
    const { conversationId } = (await rig.start(asha, { userIds: [ravi.user.id] }, 'Welcome')).body
    await app.db
      .updateTable('subscriptions' as never)
      .set({ status: 'expired', access_until: new Date(0) } as never)
      .where('member_id' as never, '=', ravi.user.id as never)
      .execute()
    const why = async () =>
      (await app.call(getChannel, { channelId: conversationId }, { as: ravi.as })).body.whyNot
    expect(await why()).toBeNull()
    await later(30)
    expect(await why()).toBe('ended')
    const { messages } = (await app.call(listMessages, { channelId: conversationId }, { as: ravi.as })).body
    expect(messages).toHaveLength(1)
  })
})
