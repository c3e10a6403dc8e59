import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as channels from '#contract/channels/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import * as contract from '#contract/rooms/routes.ts'
import { ARCHIVED_DAYS, ROOMS_MAX } from '#contract/rooms/rules.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aRoom } from './testing.ts'

const DAY_MS = 86_400_000
const LONG_AGO = new Date(Date.now() - 30 * DAY_MS)
const EVERYONE = [{ reach: 'everyone' as const, planIds: [], isExact: false, fromAt: null, untilAt: null }]
const FORM = {
  name: 'Studio',
  emoji: '🎧',
  topic: 'What I’m working on',
  audience: EVERYONE,
  writeFrom: 'readers' as const,
  planIds: [],
}

let app: TestApp
let creatorId: string
let ownerId: string
let pageHandle: string
let asOwner: TestSession
let asMember: TestSession
let memberId: string
let number = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  number += 1
  pageHandle = `asha${number}`
  const owner = await aUser(app.db, { name: 'Asha', now: LONG_AGO })
  const member = await aUser(app.db, { name: 'Ravi Kumar', now: LONG_AGO })
  ownerId = owner.id
  memberId = member.id
  asOwner = await aSession(app.db, app.platform, owner.id)
  asMember = await aSession(app.db, app.platform, member.id)
  creatorId = (await aCreator(app.db, owner.id, { handle: pageHandle })).id
})

async function community(as: TestSession) {
  return (await app.call(contract.listRooms, { pageHandle }, { as })).body
}

async function namesFor(as: TestSession): Promise<string[]> {
  return (await community(as)).rooms.map(({ name }) => name)
}

describe('a creator', () => {
  test('opens a room, changes it, and finds it set up as they left it', async () => {
    const { id: planId } = await aPlan(app.db, creatorId)
    const created = await app.call(contract.createRoom, { pageHandle, ...FORM }, { as: asOwner })
    const { roomId } = created.body
    expect((await getCreatorByHandle(app.db, pageHandle)).hasRooms).toBe(true)
    const changes = { ...FORM, name: 'Workshop', writeFrom: 'plans' as const, planIds: [planId] }
    expect((await app.call(contract.updateRoom, { roomId, ...changes }, { as: asOwner })).status).toBe(200)
    expect((await community(asOwner)).rooms).toMatchObject([
      {
        _id: roomId,
        name: 'Workshop',
        emoji: '🎧',
        door: 'open',
        settings: { audience: EVERYONE, writeFrom: 'plans', planIds: [planId] },
      },
    ])
    expect((await community(asMember)).rooms[0]?.settings).toBeNull()
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
    ['a name that changes the direction of texts', { name: 'Studio\u202E' }, 'name'],
    ['two emoji', { emoji: '🎧🎧' }, 'emoji'],
    ['nobody who may read', { audience: [] }, 'audience'],
    ['plans that write, and none named', { writeFrom: 'plans' as const }, 'planIds'],
  ])('opens no room with %s', async (_, wrong, field) => {
    const answer = await app.call(contract.createRoom, { pageHandle, ...FORM, ...wrong }, { as: asOwner })
    expect([answer.status, answer.failure.field]).toEqual([422, field])
  })

  test('has up to twenty rooms, in the order they chose, and no more at once', async () => {
    for (let count = 1; count < ROOMS_MAX; count += 1) await aRoom(app.db, creatorId, { name: `${count}` })
    const answers = await Promise.all(
      [20, 21].map((name) =>
        app.call(contract.createRoom, { pageHandle, ...FORM, name: `${name}` }, { as: asOwner }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const rooms = (await community(asOwner)).rooms.map(({ _id }) => _id)
    const wanted = [...rooms.slice(10).toReversed(), ...rooms.slice(0, 10)]
    await app.call(contract.orderRooms, { pageHandle, roomIds: wanted.slice(0, 10) }, { as: asOwner })
    expect((await community(asMember)).rooms.map(({ _id }) => _id)).toEqual(wanted)
  })

  test('archives a room, which can be read for thirty days and brought back', async () => {
    const { id: roomId } = await aRoom(app.db, creatorId)
    await aMessage(app.db, roomId, memberId)
    await app.call(contract.archiveRoom, { roomId }, { as: asOwner })
    expect((await getCreatorByHandle(app.db, pageHandle)).hasRooms).toBe(false)
    const { body } = await app.call(channels.getChannel, { channelId: roomId }, { as: asMember })
    expect([body.whyNot, body.messageCount]).toEqual(['ended', 1])
    expect((await community(asMember)).rooms[0]?.readableUntil).not.toBeNull()
    await app.call(contract.restoreRoom, { roomId }, { as: asOwner })
    expect((await getCreatorByHandle(app.db, pageHandle)).hasRooms).toBe(true)
    const open = await app.call(channels.getChannel, { channelId: roomId }, { as: asMember })
    expect(open.body.whyNot).toBeNull()
    await app.call(contract.archiveRoom, { roomId }, { as: asOwner })
    await app.clock.advance(app.db, (ARCHIVED_DAYS + 1) * DAY_MS)
    const later = { as: await aSession(app.db, app.platform, memberId) }
    const gone = await app.call(channels.getChannel, { channelId: roomId }, later)
    expect([gone.status, await namesFor(later.as)]).toEqual([404, []])
  })
})

describe('the rules of a community', () => {
  test('are accepted once before somebody writes', async () => {
    const { id: roomId } = await aRoom(app.db, creatorId)
    const rules = 'Be kind.\nNo spoilers.'
    await app.call(contract.setCommunityRules, { pageHandle, rules }, { as: asOwner })
    expect(await community(asMember)).toMatchObject({ rules, hasAcceptedRules: false })
    const whyNot = async () =>
      (await app.call(channels.getChannel, { channelId: roomId }, { as: asMember })).body.whyNot
    expect(await whyNot()).toBe('rules')
    await expect(aMessage(app.db, roomId, memberId)).rejects.toMatchObject({
      spec: { code: 'may_not_write' },
    })
    await app.call(contract.acceptCommunityRules, { pageHandle }, { as: asMember })
    await app.call(contract.acceptCommunityRules, { pageHandle }, { as: asMember })
    expect([await whyNot(), (await community(asMember)).hasAcceptedRules]).toEqual([null, true])
    expect((await aMessage(app.db, roomId, ownerId)).state).toBe('visible')
  })

  test('are gone when the creator empties them', async () => {
    const { id: roomId } = await aRoom(app.db, creatorId)
    for (const rules of ['Be kind.', ''])
      await app.call(contract.setCommunityRules, { pageHandle, rules }, { as: asOwner })
    expect(await community(asMember)).toMatchObject({ rules: '', hasAcceptedRules: true })
    const { body } = await app.call(channels.getChannel, { channelId: roomId }, { as: asMember })
    expect(body.whyNot).toBeNull()
  })
})

describe('a member', () => {
  test('sees how much is unread in each room, and where they are named', async () => {
    const [first, second] = [
      await aRoom(app.db, creatorId, { name: 'First' }),
      await aRoom(app.db, creatorId, { name: 'Second' }),
    ]
    await aMessage(app.db, first.id, ownerId, { body: 'One' })
    await aMessage(app.db, first.id, ownerId, { body: `Two, <@${memberId}>` })
    await aMessage(app.db, first.id, ownerId, { body: 'Three' })
    const unread = async () =>
      (await community(asMember)).rooms.map(({ lastSeq, readSeq, mentionSeq }) => [
        lastSeq - readSeq,
        mentionSeq > readSeq,
      ])
    expect(await unread()).toEqual([
      [3, true],
      [0, false],
    ])
    await app.call(channels.markRead, { channelId: first.id, seq: 2 }, { as: asMember })
    expect(await unread()).toEqual([
      [1, false],
      [0, false],
    ])
    await aMessage(app.db, second.id, memberId)
    expect((await unread())[1]).toEqual([0, false])
  })

  test('finds who has been in a room, and mentions them by the beginning of their name', async () => {
    const { id: roomId } = await aRoom(app.db, creatorId)
    await aMessage(app.db, roomId, ownerId)
    const [meera, zoe] = [await aUser(app.db, { name: 'Meera' }), await aUser(app.db, { name: 'Meena' })]
    const asMeera = await aSession(app.db, app.platform, meera.id)
    for (const as of [asMember, asMeera])
      await app.call(channels.markRead, { channelId: roomId, seq: 1 }, { as })
    const people = await app.call(contract.listRoomPeople, { roomId }, { as: asMember })
    expect(new Set(people.body.people.map(({ _id }) => _id))).toEqual(new Set([ownerId, memberId, meera.id]))
    const page = await app.call(contract.listRoomPeople, { roomId, limit: 2 }, { as: asMember })
    const rest = await app.call(
      contract.listRoomPeople,
      { roomId, limit: 2, cursor: page.body.cursor ?? undefined },
      { as: asMember },
    )
    expect([...page.body.people, ...rest.body.people]).toEqual(people.body.people)
    const suggested = async (q: string) =>
      (await app.call(channels.suggestPeople, { channelId: roomId, q }, { as: asMember })).body.map(
        ({ _id }) => _id,
      )
    expect([await suggested('mee'), await suggested('me%')]).toEqual([[meera.id], []])
    expect(zoe.id).not.toBe(meera.id)
    await app.call(contract.excludeFromRoom, { roomId, userId: meera.id }, { as: asOwner })
    expect(await suggested('mee')).toEqual([])
    const after = await app.call(contract.listRoomPeople, { roomId }, { as: asMember })
    expect(after.body.people.map(({ _id }) => _id)).not.toContain(meera.id)
  })

  test('takes along what they accepted and where they were kept out', async () => {
    const { id: roomId } = await aRoom(app.db, creatorId)
    await app.call(contract.acceptCommunityRules, { pageHandle }, { as: asMember })
    await app.call(contract.excludeFromRoom, { roomId, userId: memberId }, { as: asOwner })
    const { body } = await app.call(exportOwnData, {}, { as: asMember })
    expect(body).toMatchObject({
      acceptedRules: [{ page: pageHandle }],
      exclusions: [{ page: pageHandle, room: 'Studio' }],
    })
    const { body: ofOwner } = await app.call(exportOwnData, {}, { as: asOwner })
    expect(ofOwner.creatorPage?.community.rooms).toEqual([{ name: 'Studio', topic: 'About Studio' }])
  })
})

test('erasing an account takes its rooms, and what rooms know of it', async () => {
  const { id: roomId } = await aRoom(app.db, creatorId)
  await app.call(contract.acceptCommunityRules, { pageHandle }, { as: asMember })
  await app.call(contract.excludeFromRoom, { roomId, userId: memberId }, { as: asOwner })
  await emit(app.db, accountErased, { userId: ownerId, pictureKey: null }, app.clock.now())
  await app.drain()
  const left = await one(
    app.db,
    sql<{ rooms: number; accepted: number; excluded: number }>`select
      (select count(*)::integer from rooms where creator_id = ${creatorId}) as rooms,
      (select count(*)::integer from accepted_rules where creator_id = ${creatorId}) as accepted,
      (select count(*)::integer from exclusions where room_id = ${roomId}) as excluded`,
  )
  expect(left).toEqual({ rooms: 0, accepted: 0, excluded: 0 })
})
