import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { getChannel, listMessages, suggestPeople } from '#contract/channels/routes.ts'
import * as contract from '#contract/conversations/routes.ts'
import { CONVERSATIONS_SEARCHED } from '#contract/conversations/rules.ts'
import { searchConversations } from '#contract/conversations/search-routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { mayReadMessageMedium } from '#server/domains/channels/service.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { type Person, tellConversations } from './people-testing.ts'
import { aConversation } from './testing.ts'

let app: TestApp
let rig: ReturnType<typeof tellConversations>
let asha: Person
let ravi: Person
let meera: Person
let kiran: Person

beforeAll(async () => {
  app = await startTestApp()
  rig = tellConversations(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  asha = await rig.aPerson('Asha Rao')
  ravi = await rig.aPerson('Ravi Menon')
  meera = await rig.aPerson('Meera Das')
  kiran = await rig.aPerson('Kiran Shah')
  // Whoever opens a group has agreed with each of them before.
  for (const { user } of [ravi, meera, kiran]) await aConversation(app.db, [asha.user.id, user.id])
})

function open(owner: Person, people: readonly Person[], name = '') {
  const userIds = people.map(({ user }) => user.id)
  return app.call(
    contract.startConversation,
    { clientKey: randomUUID(), userIds, name, body: 'Welcome' },
    { as: owner.as },
  )
}

async function bodiesFor({ as }: Person, channelId: string): Promise<string[]> {
  const { body, status } = await app.call(listMessages, { channelId }, { as })
  return status === 200 ? body.messages.map((message) => message.body) : []
}

describe('a group', () => {
  test('has three to fifty people, all reachable by who opens it', async () => {
    const stranger = await rig.aPerson('Stranger')
    expect((await open(asha, [ravi, stranger])).failure.code).toBe('not_reachable')
    const crowd = Array.from({ length: 50 }, () => randomUUID())
    const many = { clientKey: randomUUID(), userIds: crowd, body: 'Hello all' }
    const refused = await app.call(contract.startConversation, many, { as: asha.as })
    expect(refused.failure.code).toBe('group_full')
    const { conversationId } = (await open(asha, [ravi, meera], 'Band')).body
    const found = await app.call(contract.getConversation, { conversationId }, { as: ravi.as })
    expect(found.body).toMatchObject({ kind: 'group', name: 'Band', isOwner: false })
    expect(found.body.people.map(({ name, isOwner }) => [name, isOwner])).toEqual(
      expect.arrayContaining([
        ['Asha Rao', true],
        ['Meera Das', false],
      ]),
    )
  })

  test('shows newcomers what is written from then on', async () => {
    const { conversationId } = (await open(asha, [ravi, meera])).body
    await aMessage(app.db, conversationId, ravi.user.id, { body: 'Before' })
    const named = { conversationId, userId: kiran.user.id }
    // Anyone inside may bring in whom they may write to.
    expect((await app.call(contract.addToGroup, named, { as: ravi.as })).failure.code).toBe('not_reachable')
    expect((await app.call(contract.addToGroup, named, { as: asha.as })).status).toBe(200)
    expect(await bodiesFor(kiran, conversationId)).toEqual([])
    const list = (await app.call(contract.listConversations, {}, { as: kiran.as })).body.conversations
    expect(list).toMatchObject([{ _id: conversationId, latest: null, isUnread: false }])
    await aMessage(app.db, conversationId, ravi.user.id, { body: 'After' })
    expect(await bodiesFor(kiran, conversationId)).toEqual(['After'])
    expect(await bodiesFor(meera, conversationId)).toEqual(['After', 'Before', 'Welcome'])
  })

  test('is left, and passes to who came next', async () => {
    const { conversationId } = (await open(asha, [ravi, meera])).body
    const leave = (userId: string, by: Person) =>
      app.call(contract.removeFromGroup, { conversationId, userId }, { as: by.as })
    expect((await leave(meera.user.id, ravi)).failure.code).toBe('not_group_owner')
    expect((await leave(asha.user.id, asha)).status).toBe(200)
    expect((await app.call(getChannel, { channelId: conversationId }, { as: asha.as })).status).toBe(404)
    const owners = []
    for (const person of [ravi, meera]) {
      const found = await app.call(contract.getConversation, { conversationId }, { as: person.as })
      owners.push(found.body.isOwner)
    }
    expect(owners.filter(Boolean)).toHaveLength(1)
  })

  test('is renamed by who opened it', async () => {
    const { conversationId } = (await open(asha, [ravi, meera])).body
    const rename = (by: Person) =>
      app.call(contract.renameGroup, { conversationId, name: 'Rehearsals' }, { as: by.as })
    expect((await rename(ravi)).failure.code).toBe('not_group_owner')
    expect((await rename(asha)).status).toBe(200)
    const pair = (await app.call(contract.listConversations, {}, { as: asha.as })).body.conversations
    expect(pair).toMatchObject([{ name: 'Rehearsals' }])
  })

  test('hides from each other what people write who are kept apart', async () => {
    const { conversationId } = (await open(asha, [ravi, meera])).body
    await app.call(blockUser, { userId: meera.user.id }, { as: ravi.as })
    await aMessage(app.db, conversationId, meera.user.id, { body: 'By Meera' })
    expect(await bodiesFor(ravi, conversationId)).toEqual(['Welcome'])
    expect(await bodiesFor(asha, conversationId)).toEqual(['By Meera', 'Welcome'])
    const { conversations } = (await app.call(contract.listConversations, {}, { as: ravi.as })).body
    expect(conversations).toMatchObject([{ latest: { body: 'Welcome' }, unreadCount: 1 }])
  })

  test('offers its people to be mentioned', async () => {
    const { conversationId } = (await open(asha, [ravi, meera])).body
    const asked = { channelId: conversationId, q: 'mee' }
    const { body } = await app.call(suggestPeople, asked, { as: ravi.as })
    expect(body.map(({ name }) => name)).toEqual(['Meera Das'])
  })
})

test('pictures are seen by those inside', async () => {
  const { conversationId } = (await open(asha, [ravi, meera])).body
  const { id: mediaId } = await aMedium(app.db, ravi.user.id, 'image')
  await aMessage(app.db, conversationId, ravi.user.id, { mediaIds: [mediaId] })
  const maySee = ({ user }: Person) =>
    mayReadMessageMedium(app.db, { mediaId, viewerId: user.id, now: app.clock.now() })
  expect(await Promise.all([asha, meera, kiran].map(maySee))).toEqual([true, true, false])
  await app.call(contract.removeFromGroup, { conversationId, userId: meera.user.id }, { as: asha.as })
  expect(await maySee(meera)).toBe(false)
})

test('a search finds messages and people in one’s own conversations only', async () => {
  const { id } = await aConversation(app.db, [ravi.user.id, meera.user.id])
  const other = await aConversation(app.db, [asha.user.id, (await rig.aPerson('Dev')).user.id])
  await aMessage(app.db, id, ravi.user.id, { body: 'The concert begins at eight' })
  await aMessage(app.db, other.id, asha.user.id, { body: 'A concert of ours' })
  const find = async ({ as }: Person, q: string) =>
    (await app.call(searchConversations, { q }, { as })).body.messages.map(({ body }) => body)
  expect(await find(meera, 'concert')).toEqual(['The concert begins at eight'])
  expect(await find(asha, 'concert')).toEqual(['A concert of ours'])
  expect(await find(kiran, 'concert')).toEqual([])
  const named = await app.call(contract.listConversations, { q: 'rav' }, { as: meera.as })
  expect(named.body.conversations).toMatchObject([{ _id: id, people: [{ name: 'Ravi Menon' }] }])
})

test('a search looks into many conversations, and finds the newest messages of all of them', async () => {
  const owner = await rig.aPerson('Olga')
  for (let number = 1; number <= 40; number += 1) {
    const { id } = await aConversation(app.db, [owner.user.id, (await aUser(app.db)).id])
    await aMessage(app.db, id, owner.user.id, { body: `Rehearsal ${number}` })
  }
  const search = async (q: string) =>
    (await app.call(searchConversations, { q }, { as: owner.as })).body.messages.map(({ body }) => body)
  expect(await search('rehearsal')).toEqual(
    Array.from({ length: 30 }, (_, place) => `Rehearsal ${40 - place}`),
  )
  expect(await search('rehearsal 1')).toEqual(['Rehearsal 1'])
  expect(await search('rehearsal 40')).toEqual(['Rehearsal 40'])
})

test('a search goes on in older conversations, and says when these were all', async () => {
  const owner = await rig.aPerson('Paula')
  for (let number = 1; number <= CONVERSATIONS_SEARCHED + 2; number += 1) {
    const { id } = await aConversation(app.db, [owner.user.id, (await aUser(app.db)).id])
    await aMessage(app.db, id, owner.user.id, { body: `Encore ${number}` })
  }
  const search = async (q: string, cursor?: string) => {
    const input = { q, ...(cursor && { cursor }) }
    const { body: found } = await app.call(searchConversations, input, { as: owner.as })
    return { bodies: found.messages.map(({ body }) => body), cursor: found.cursor ?? undefined }
  }
  const newest = await search('encore 3')
  expect(newest).toEqual({ bodies: ['Encore 3'], cursor: expect.any(String) })
  const first = await search('encore 1')
  expect(first).toEqual({ bodies: [], cursor: newest.cursor })
  expect(await search('encore 1', first.cursor)).toEqual({ bodies: ['Encore 1'], cursor: undefined })
  expect(await search('encore 3', first.cursor)).toEqual({ bodies: [], cursor: undefined })
  const all = [...(await search('encore')).bodies, ...(await search('encore', first.cursor)).bodies]
  expect(all).toEqual([
    ...Array.from({ length: 30 }, (_, place) => `Encore ${CONVERSATIONS_SEARCHED + 2 - place}`),
    'Encore 2',
    'Encore 1',
  ])
  const { status } = await app.call(searchConversations, { q: 'encore', cursor: 'x' }, { as: owner.as })
  expect(status).toBe(422)
})

test('an erased account is a former member whose texts are empty', async () => {
  const { id } = await aConversation(app.db, [ravi.user.id, meera.user.id])
  await aMessage(app.db, id, ravi.user.id, { body: 'My address is …' })
  await aMessage(app.db, id, meera.user.id, { body: 'Thanks' })
  await run(app.db, sql`update users set erased_at = now(), name = '' where id = ${ravi.user.id}`)
  await emit(app.db, accountErased, { userId: ravi.user.id, pictureKey: null }, app.clock.now())
  await app.drain()
  const { body } = await app.call(contract.getConversation, { conversationId: id }, { as: meera.as })
  expect(body.people).toMatchObject([{ name: null }])
  expect(await bodiesFor(meera, id)).toEqual(['Thanks'])
  const channel = await app.call(getChannel, { channelId: id }, { as: meera.as })
  expect(channel.body).toMatchObject({ mayWrite: false, whyNot: 'ended' })
})
