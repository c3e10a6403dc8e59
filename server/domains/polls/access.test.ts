import { afterAll, beforeAll, expect, test } from 'vitest'

import * as contract from '#contract/polls/routes.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { POLL } from '#server/testing/poll-access.ts'
import { makePagePeople } from '#server/testing/page-people.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPoll } from './testing.ts'

/* Who sees a poll, votes in it, and learns what was voted, by hand. */

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

type People = Awaited<ReturnType<typeof makePagePeople<Person>>>

let app: TestApp
let page: People['page']
let planB: People['planB']
let askedBy: People['askedBy']

beforeAll(async () => {
  app = await startTestApp()
  const people = await makePagePeople(app, PEOPLE, {
    planA: ['plan A'],
    planB: ['plan B', 'blocked'],
  })
  ;({ page, planB, askedBy } = people)
})
afterAll(() => app.close())

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
