import { afterAll, beforeAll, expect, test } from 'vitest'

import * as channels from '#contract/channels/routes.ts'
import { addModerator } from '#contract/moderation/routes.ts'
import * as contract from '#contract/rooms/routes.ts'
import { aUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import type { StepOnWire } from '#server/domains/audiences/service.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { LONG_AGO, makePagePeople } from '#server/testing/page-people.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aRoom } from './testing.ts'

/* Who finds, enters and writes in a room, by hand. */

const PEOPLE = [
  'visitor',
  'reader',
  'follower',
  'plan A',
  'plan B',
  'ended',
  'muted',
  'excluded',
  'blocked',
  'moderator',
  'owner',
] as const

type Person = (typeof PEOPLE)[number]

type People = Awaited<ReturnType<typeof makePagePeople<Person>>>

let app: TestApp
let ids: People['ids']
let planB: People['planB']
let sessionOf: People['sessionOf']
let askedBy: People['askedBy']
let asOwner: TestSession
let creatorId: string

beforeAll(async () => {
  app = await startTestApp()
  const people = await makePagePeople(app, PEOPLE, {
    planA: ['plan A'],
    planB: ['plan B', 'muted', 'excluded', 'blocked'],
  })
  ;({ ids, planB, sessionOf, askedBy } = people)
  asOwner = sessionOf('owner')
  creatorId = people.page.id
})
afterAll(() => app.close())

/** Opens a room and keeps somebody out of it. */
async function roomWith(given: Parameters<typeof aRoom>[2] = {}): Promise<string> {
  const { id: roomId } = await aRoom(app.db, creatorId, given)
  await app.call(contract.excludeFromRoom, { roomId, userId: ids.excluded }, { as: asOwner })
  return roomId
}

/** What each person finds in the list (`-`: not even the name), and inside: `ok`, or why they may not write. */
async function verdicts(roomId: string): Promise<Record<Person, string>> {
  const told = await Promise.all(
    PEOPLE.map(async (name) => {
      const { rooms } = (await app.call(contract.listRooms, { pageHandle: 'asha' }, askedBy(name))).body
      const room = rooms.find(({ _id }) => _id === roomId)
      const channel = await app.call(channels.getChannel, { channelId: roomId }, askedBy(name))
      expect(channel.status === 200).toBe(room?.door === 'open')
      if (room?.door !== 'open') {
        const wanted = [room?.door, room?.key, room?.plan?.name].filter((each) => each)
        return [name, room ? wanted.join(' ') : '-']
      }
      const said = channel.body.whyNot ?? 'ok'
      const writing = aMessage(app.db, roomId, ids[name], { body: `By ${name}` })
      if (said === 'ok') expect((await writing).state).toBe('visible')
      else await expect(writing).rejects.toMatchObject({ spec: { code: 'may_not_write' } })
      return [name, said]
    }),
  )
  return Object.fromEntries(told) as Record<Person, string>
}

const KEPT = { excluded: 'excluded', blocked: '-', moderator: 'ok', owner: 'ok' }

function steps(reach: StepOnWire['reach'], planIds: string[] = []): StepOnWire[] {
  return [{ reach, planIds, isExact: false, fromAt: null, untilAt: null }]
}

test('a room for everyone is for people with an account', async () => {
  expect(await verdicts(await roomWith())).toEqual({
    visitor: 'locked sign_in',
    reader: 'ok',
    follower: 'ok',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'ok',
    muted: 'muted',
    ...KEPT,
  })
})

test('a room for followers is opened by following, and by supporting', async () => {
  expect(await verdicts(await roomWith({ audience: steps('followers') }))).toEqual({
    visitor: 'locked follow',
    reader: 'locked follow',
    follower: 'ok',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'locked follow',
    muted: 'muted',
    ...KEPT,
  })
})

test('a room for members names the cheapest plan that opens it', async () => {
  const opened = { 'plan A': 'ok', 'plan B': 'ok', muted: 'muted', ...KEPT }
  const locked = Object.fromEntries(
    ['visitor', 'reader', 'follower', 'ended'].map((name) => [name, 'locked plan A']),
  )
  expect(await verdicts(await roomWith({ audience: steps('members') }))).toEqual({ ...locked, ...opened })
})

test('a room for a plan is closed to holders of a cheaper one', async () => {
  const locked = Object.fromEntries(
    ['visitor', 'reader', 'follower', 'plan A', 'ended'].map((name) => [name, 'locked plan B']),
  )
  expect(await verdicts(await roomWith({ planId: planB.id }))).toEqual({
    ...locked,
    'plan B': 'ok',
    muted: 'muted',
    ...KEPT,
  })
})

test.each([
  ['followers', [], { reader: 'followers', follower: 'ok', 'plan A': 'ok', ended: 'followers' }],
  ['members', [], { reader: 'members', follower: 'members', 'plan A': 'ok', ended: 'members' }],
  ['plans', ['B'], { reader: 'plans', follower: 'plans', 'plan A': 'plans', ended: 'plans' }],
] as const)('a room may be read by all and written in by %s', async (writeFrom, plans, expected) => {
  const roomId = await roomWith({ writeFrom, planIds: plans.map(() => planB.id) })
  const others = { visitor: 'locked sign_in', 'plan B': 'ok', muted: 'muted' }
  expect(await verdicts(roomId)).toEqual({ ...others, ...expected, ...KEPT })
})

test('only the creator and moderators write where nobody else does', async () => {
  const silent = ['reader', 'follower', 'plan A', 'plan B', 'ended'].map((name) => [name, 'nobody'])
  expect(await verdicts(await roomWith({ writeFrom: 'nobody' }))).toEqual({
    visitor: 'locked sign_in',
    ...Object.fromEntries(silent),
    muted: 'muted',
    ...KEPT,
  })
})

test('a locked room gives away its name and nothing that is in it, by any call', async () => {
  const roomId = await roomWith({ planId: planB.id, name: 'Zyxroom' })
  await aMessage(app.db, roomId, ids['plan B'], { body: 'zyxwombat' })
  const outsiders = ['visitor', 'reader', 'follower', 'plan A', 'ended', 'excluded', 'blocked'] as const
  for (const name of outsiders) {
    const asked = askedBy(name)
    const list = await app.call(contract.listRooms, { pageHandle: 'asha' }, asked)
    const room = list.body.rooms.find(({ _id }) => _id === roomId)
    expect([room?.name, room?.topic, room?.lastSeq, room?.settings]).toEqual(
      name === 'blocked' ? [undefined, undefined, undefined, undefined] : ['Zyxroom', '', 0, null],
    )
    const answers = [
      await app.call(channels.getChannel, { channelId: roomId }, asked),
      await app.call(channels.listMessages, { channelId: roomId }, asked),
      await app.call(channels.searchMessages, { channelId: roomId, q: 'zyxwombat' }, asked),
      await app.call(channels.suggestPeople, { channelId: roomId, q: 'plan' }, asked),
      await app.call(channels.markRead, { channelId: roomId, seq: 1 }, asked),
      await app.call(contract.listRoomPeople, { roomId }, asked),
      await app.call(contract.listExclusions, { roomId }, asked),
    ]
    expect([...new Set(answers.map(({ status }) => status))]).toEqual(name === 'visitor' ? [404, 401] : [404])
    expect(JSON.stringify([list, ...answers])).not.toContain('zyxwombat')
  }
})

test('moderators keep people out of a room, but not the creator nor each other', async () => {
  const roomId = await roomWith()
  const other = await aUser(app.db, { now: LONG_AGO })
  await app.call(addModerator, { pageHandle: 'asha', userId: other.id }, { as: asOwner })
  const as = sessionOf('moderator')
  const exclude = async (userId: string) =>
    (await app.call(contract.excludeFromRoom, { roomId, userId }, { as })).failure.code
  for (const userId of [ids.owner, other.id, ids.moderator])
    expect(await exclude(userId)).toBe('may_not_exclude')
  const { status } = await app.call(contract.excludeFromRoom, { roomId, userId: ids.reader }, { as })
  expect(status).toBe(200)
  expect((await verdicts(roomId)).reader).toBe('excluded')
  const { body } = await app.call(contract.listExclusions, { roomId }, { as })
  expect(body.map(({ name }) => name)).toEqual(['reader', 'excluded'])
  const next = await app.call(contract.listExclusions, { roomId, cursor: body[0]?._id }, { as })
  expect(next.body.map(({ name }) => name)).toEqual(['excluded'])
  await app.call(contract.admitToRoom, { roomId, userId: ids.reader }, { as })
  expect((await verdicts(roomId)).reader).toBe('ok')
})

test('whoever is kept out of one room stays a member everywhere else', async () => {
  const [roomId, other] = [await roomWith(), (await aRoom(app.db, creatorId)).id]
  expect([(await verdicts(roomId)).excluded, (await verdicts(other)).excluded]).toEqual(['excluded', 'ok'])
})

test('the rooms of a suspended page are gone, and come back', async () => {
  const roomId = await roomWith()
  const asked = askedBy('reader')
  await suspend(app.db, app.platform, ids.owner)
  expect((await app.call(contract.listRooms, { pageHandle: 'asha' }, asked)).failure.code).toBe(
    'page_not_found',
  )
  expect((await app.call(channels.getChannel, { channelId: roomId }, asked)).status).toBe(404)
  await reinstate(app.db, app.platform, ids.owner)
  expect((await app.call(channels.getChannel, { channelId: roomId }, asked)).status).toBe(200)
})
