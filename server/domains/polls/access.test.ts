import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { followPage } from '#contract/audiences/routes.ts'
import { addModerator } from '#contract/moderation/routes.ts'
import * as contract from '#contract/polls/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { POLL } from '#server/testing/poll-access.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPoll } from './testing.ts'

/* Who sees a poll, votes in it, and learns what was voted, by hand. */

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

const PEOPLE = [
  'visitor',
  'reader',
  'follower',
  'plan A',
  'plan B',
  'ended',
  'blocked',
  'moderator',
  'owner',
] as const
type Person = (typeof PEOPLE)[number]

let app: TestApp
let page: Awaited<ReturnType<typeof aCreator>>
let ids: Record<Person, string>
let sessions: Record<Person, TestSession | undefined>
let planA: Awaited<ReturnType<typeof aPlan>>
let planB: Awaited<ReturnType<typeof aPlan>>

beforeAll(async () => {
  app = await startTestApp()
  ids = Object.fromEntries(
    await Promise.all(PEOPLE.map(async (name) => [name, (await aUser(app.db, { name, now: LONG_AGO })).id])),
  ) as Record<Person, string>
  sessions = Object.fromEntries(
    await Promise.all(
      PEOPLE.map(async (name) => [
        name,
        name === 'visitor' ? undefined : await aSession(app.db, app.platform, ids[name]),
      ]),
    ),
  ) as Record<Person, TestSession | undefined>
  page = await aCreator(app.db, ids.owner, { handle: 'asha' })
  planA = await aPlan(app.db, page.id, { name: 'A', priceCents: 500 })
  planB = await aPlan(app.db, page.id, { name: 'B', priceCents: 1000 })
  await app.call(followPage, { pageHandle: 'asha' }, askedBy('follower'))
  await aSubscription(app.db, ids['plan A'], planA)
  for (const name of ['plan B', 'blocked'] as const) await aSubscription(app.db, ids[name], planB)
  const over = { status: 'expired', accessUntil: LONG_AGO, now: LONG_AGO } as const
  await aSubscription(app.db, ids['ended'], planB, over)
  await app.call(addModerator, { pageHandle: 'asha', userId: ids.moderator }, askedBy('owner'))
  await app.call(blockUser, { userId: ids.blocked }, askedBy('owner'))
  await app.drain()
})
afterAll(() => app.close())

function askedBy(name: Person) {
  const as = sessions[name]
  return as ? { as } : {}
}

/** Whether each sees the poll (`-`: they don't), and what voting answers them: `ok`, or why not. */
async function verdicts(pollId: string): Promise<Record<Person, string>> {
  const told: [Person, string][] = []
  for (const name of PEOPLE) {
    const seen = await app.call(contract.getPoll, { pollId }, askedBy(name))
    if (seen.status !== 200) told.push([name, '-'])
    else {
      const voted = await app.call(contract.vote, { pollId, options: [0] }, askedBy(name))
      const why = seen.body.whyNot ?? 'ok'
      expect(voted.status === 200).toBe(why === 'ok')
      told.push([name, why])
    }
  }
  return Object.fromEntries(told) as Record<Person, string>
}

const pollFor = async (reach: 'everyone' | 'followers' | 'members' | 'plans', planIds: string[] = []) => {
  const post = await aPost(app.db, page.id)
  return (await aPoll(app.db, page, { postId: post.id, voters: { reach, planIds } })).id
}

test('everyone with an account votes where everyone may', async () => {
  expect(await verdicts(await pollFor('everyone'))).toEqual({
    visitor: 'signed_out',
    reader: 'ok',
    follower: 'ok',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'ok',
    blocked: 'blocked',
    moderator: 'ok',
    owner: 'owner',
  })
})

test('followers and members vote where followers may', async () => {
  expect(await verdicts(await pollFor('followers'))).toMatchObject({
    reader: 'followers',
    follower: 'ok',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'followers',
    moderator: 'followers',
  })
})

test('members vote where members may', async () => {
  expect(await verdicts(await pollFor('members'))).toMatchObject({
    reader: 'members',
    follower: 'members',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'members',
  })
})

test('holders of a plan vote where it may, and those of plans that include it', async () => {
  expect(await verdicts(await pollFor('plans', [planB.id]))).toMatchObject({
    follower: 'plans',
    'plan A': 'plans',
    'plan B': 'ok',
    ended: 'plans',
  })
})

test('whoever can’t read the post finds no poll', async () => {
  const post = await aPost(app.db, page.id, { planId: planB.id })
  const { id } = await aPoll(app.db, page, { postId: post.id })
  expect(await verdicts(id)).toEqual({
    visitor: '-',
    reader: '-',
    follower: '-',
    'plan A': '-',
    'plan B': 'ok',
    ended: '-',
    blocked: 'blocked',
    moderator: '-',
    owner: 'owner',
  })
})

test('a poll that hangs nowhere is its author’s alone, and nobody votes yet', async () => {
  const { id } = await aPoll(app.db, page)
  for (const name of PEOPLE) {
    const seen = await app.call(contract.getPoll, { pollId: id }, askedBy(name))
    expect([name, seen.status]).toEqual([name, name === 'owner' ? 200 : 404])
  }
})

const RESULTS = [
  ['always', 'everyone sees totals at once', [true, true, true, true, true]],
  ['after_vote', 'those who voted see totals', [false, false, true, true, true]],
  ['after_close', 'nobody but the owner sees totals before the end', [false, false, false, true, true]],
  ['owner', 'nobody but the owner ever sees totals', [false, false, false, true, false]],
] as const

test.each(RESULTS)('results %s: %s', async (results, _, [visitor, reader, voter, owner, afterwards]) => {
  const post = await aPost(app.db, page.id)
  const { id: pollId } = await aPoll(app.db, page, { postId: post.id, results })
  await app.call(contract.vote, { pollId, options: [1] }, askedBy('plan A'))
  const seesTotals = async (name: Person) => {
    const { body } = await app.call(contract.getPoll, { pollId }, askedBy(name))
    const isShown = body.voterCount !== null
    expect(body.options.every(({ votes }) => (votes !== null) === isShown)).toBe(true)
    if (isShown) expect(body.options.map(({ votes }) => votes)).toEqual([0, 1, 0])
    return isShown
  }
  expect(await seesTotals('visitor')).toBe(visitor)
  expect(await seesTotals('reader')).toBe(reader)
  expect(await seesTotals('plan A')).toBe(voter)
  expect(await seesTotals('owner')).toBe(owner)
  await app.call(contract.closePoll, { pollId }, askedBy('owner'))
  expect(await seesTotals('visitor')).toBe(afterwards)
})

const SECRECIES = [
  ['secret', [403, 403, 403]],
  ['creator', [403, 403, 200]],
  ['everyone', [200, 200, 200]],
] as const

test.each(SECRECIES)(
  'who voted, in a poll that names for %s',
  async (secrecy, [reader, moderator, owner]) => {
    const post = await aPost(app.db, page.id)
    const { id: pollId } = await aPoll(app.db, page, { postId: post.id, secrecy })
    await app.call(contract.vote, { pollId, options: [1] }, askedBy('plan A'))
    const asked = async (name: Person) => {
      const answer = await app.call(contract.listVotes, { pollId }, askedBy(name))
      if (answer.status === 200) expect(answer.body).toMatchObject([{ name: 'plan A', options: [1] }])
      return answer.status
    }
    expect(await asked('reader')).toBe(reader)
    expect(await asked('moderator')).toBe(moderator)
    expect(await asked('owner')).toBe(owner)
    const file = await app.call(contract.getVotesFile, { pollId }, askedBy('owner'))
    expect(file.status).toBe(secrecy === 'secret' ? 403 : 200)
    expect((await app.call(contract.getVotesFile, { pollId }, askedBy('reader'))).status).toBe(404)
  },
)

test('the creator and moderators ask polls in a room, others don’t; who can’t enter finds none', async () => {
  const { id: channelId } = await aRoom(app.db, page.id, { planId: planB.id })
  const ask = (name: Person) =>
    app.call(contract.postPoll, { channelId, clientKey: crypto.randomUUID(), ...POLL }, askedBy(name))
  expect((await ask('plan A')).status).toBe(404)
  expect((await ask('plan B')).failure.code).toBe('may_not_ask')
  expect((await ask('owner')).status).toBe(200)
  const asked = await ask('moderator')
  const pollId = asked.body.pollId ?? ''
  expect(asked.body).toMatchObject({ body: '', author: { name: 'moderator' } })
  expect(await verdicts(pollId)).toEqual({
    visitor: '-',
    reader: '-',
    follower: '-',
    'plan A': '-',
    'plan B': 'ok',
    ended: '-',
    blocked: '-',
    moderator: 'ok',
    owner: 'owner',
  })
  // Who asked may close it; who voted for what is the page's.
  expect((await app.call(contract.getVotesFile, { pollId }, askedBy('moderator'))).status).toBe(404)
  expect((await app.call(contract.closePoll, { pollId }, askedBy('plan B'))).status).toBe(404)
  expect((await app.call(contract.closePoll, { pollId }, askedBy('moderator'))).body.state).toBe('closed')
})
