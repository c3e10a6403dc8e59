import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { listNotifications } from '#contract/notifications/bell-routes.ts'
import * as contract from '#contract/polls/routes.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { pageClosed } from '#server/domains/subscriptions/events.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { pollDesk } from './testing.ts'

const MINUTE_MS = 60_000

let app: TestApp
let desk: Awaited<ReturnType<typeof pollDesk>>

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  desk = await pollDesk(app, (creatorId) => aPost(app.db, creatorId))
})
afterAll(() => app.close())

describe('votes', () => {
  test('twenty at once by one person count once', async () => {
    const pollId = await desk.open({ mayChange: false })
    const voter = await desk.aPerson()
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.cast(pollId, [1], voter.as)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await desk.counts(pollId)).toEqual([0, 1, 0])
    const torn = await Promise.all([0, 2, 0, 2].map((option) => desk.cast(pollId, [option], voter.as)))
    expect(torn.every(({ failure }) => failure.code === 'vote_final')).toBe(true)
    expect(await desk.counts(pollId)).toEqual([0, 1, 0])
  })

  test('of many at once all count', async () => {
    const pollId = await desk.open()
    const people = await Promise.all(Array.from({ length: 12 }, () => desk.aPerson()))
    await Promise.all(people.map(({ as }, index) => desk.cast(pollId, [index % 3], as)))
    expect(await desk.counts(pollId)).toEqual([4, 4, 4])
  })

  test('name as many options as the poll asks for, and only those there are', async () => {
    const pollId = await desk.open({ choicesMin: 2, choicesMax: 2 })
    const voter = await desk.aPerson()
    for (const wrong of [[], [0], [0, 0], [0, 1, 2], [0, 3]])
      expect((await desk.cast(pollId, wrong, voter.as)).failure.code).toBe('choices_wrong')
    expect((await desk.cast(pollId, [2, 0], voter.as)).body.own).toMatchObject({ options: [0, 2] })
    expect(await desk.counts(pollId)).toEqual([1, 0, 1])
    expect((await desk.look(pollId)).voterCount).toBe(1)
  })

  test('can be changed and taken back where the poll says so', async () => {
    const pollId = await desk.open({ mayChange: true })
    const voter = await desk.aPerson()
    await desk.cast(pollId, [0], voter.as)
    await desk.cast(pollId, [2], voter.as)
    expect(await desk.counts(pollId)).toEqual([0, 0, 1])
    const back = await app.call(contract.takeVoteBack, { pollId }, { as: voter.as })
    expect(back.body.own).toBeNull()
    expect(await desk.counts(pollId)).toEqual([0, 0, 0])
    expect((await app.call(contract.takeVoteBack, { pollId }, { as: voter.as })).status).toBe(200)
  })

  test('are final where it does not', async () => {
    const pollId = await desk.open({ mayChange: false })
    const voter = await desk.aPerson()
    await desk.cast(pollId, [0], voter.as)
    expect((await desk.cast(pollId, [1], voter.as)).failure.code).toBe('vote_final')
    const back = await app.call(contract.takeVoteBack, { pollId }, { as: voter.as })
    expect(back.failure.code).toBe('vote_final')
    // The same once more is no change.
    expect((await desk.cast(pollId, [0], voter.as)).status).toBe(200)
  })

  test('weigh what the plan of their voter weighs, then', async () => {
    const tipsy = await aPlan(app.db, desk.page.id, { name: 'Tipsy', priceCents: 1000 })
    const drunk = await aPlan(app.db, desk.page.id, { name: 'Drunk', priceCents: 2500 })
    const weights = [
      { planId: tipsy.id, weight: 3 },
      { planId: drunk.id, weight: 100 },
    ]
    const pollId = await desk.open({ weights })
    const [free, small, large] = [await desk.aPerson(), await desk.aPerson(), await desk.aPerson()]
    await aSubscription(app.db, small.id, tipsy)
    await aSubscription(app.db, large.id, drunk)
    expect((await desk.look(pollId, small.as)).ownWeight).toBe(3)
    await desk.cast(pollId, [0], free.as)
    await desk.cast(pollId, [1], small.as)
    await desk.cast(pollId, [2], large.as)
    const { options, totalWeight, voterCount, weights: told } = await desk.look(pollId)
    expect(options.map(({ weight }) => weight)).toEqual([1, 3, 100])
    expect([totalWeight, voterCount]).toEqual([104, 3])
    expect(told).toEqual([
      { planName: 'Tipsy', weight: 3 },
      { planName: 'Drunk', weight: 100 },
    ])
  })

  test('stay when the plan ends', async () => {
    const plan = await aPlan(app.db, desk.page.id)
    const pollId = await desk.open({ voters: { reach: 'members', planIds: [] } })
    const voter = await desk.aPerson()
    const { id } = await aSubscription(app.db, voter.id, plan)
    await desk.cast(pollId, [1], voter.as)
    await run(
      app.db,
      sql`update subscriptions set status = 'expired', access_until = ${app.clock.now()} where id = ${id}`,
    )
    expect(await desk.look(pollId, voter.as)).toMatchObject({ whyNot: 'members', own: { options: [1] } })
    expect(await desk.counts(pollId)).toEqual([0, 1, 0])
    // The right to vote is judged at the vote.
    expect((await desk.cast(pollId, [0], voter.as)).failure.code).toBe('may_not_vote')
  })
})

describe('the end', () => {
  test('comes by the clock, whenever the job comes; the result is kept and the creator told', async () => {
    const pollId = await desk.open({ minutes: 10 })
    const [early, late] = [await desk.aPerson(), await desk.aPerson()]
    await desk.cast(pollId, [0], early.as)
    await app.clock.advance(app.db, 10 * MINUTE_MS)
    expect((await desk.cast(pollId, [1], late.as)).failure.code).toBe('poll_closed')
    expect((await desk.look(pollId, late.as)).state).toBe('closed')
    await app.platform.database.pool.query(`insert into jobs (name) values ('polls.close-due')`)
    await app.drain()
    const row = await one(
      app.db,
      sql<{ result: unknown; closedAt: Date; closesAt: Date }>`select result, closed_at as "closedAt",
        closes_at as "closesAt" from polls where id = ${pollId}`,
    )
    expect(row.result).toMatchObject({ voters: 1, options: [{ votes: 1 }, { votes: 0 }, { votes: 0 }] })
    expect(row.closedAt).toEqual(row.closesAt)
    // What is kept no longer moves with the votes.
    await run(app.db, sql`delete from poll_votes where poll_id = ${pollId}`)
    expect(await desk.counts(pollId)).toEqual([1, 0, 0])
    const notifications = (await app.call(listNotifications, {}, { as: desk.owner.as })).body
    expect(notifications.map(({ kind }) => kind)).toEqual(['poll_closed'])
    expect(notifications[0]?.path).toContain('/posts/')
  })

  test('comes by hand, once', async () => {
    const pollId = await desk.open({ minutes: null })
    const voter = await desk.aPerson()
    await desk.cast(pollId, [2], voter.as)
    await app.clock.advance(app.db, 200 * 24 * 60 * MINUTE_MS)
    const { as } = await desk.aPerson()
    await app.call(contract.vote, { pollId, options: [2] }, { as })
    const by = { as: await aSession(app.db, app.platform, desk.owner.id) }
    const closed = await app.call(contract.closePoll, { pollId }, by)
    expect(closed.body).toMatchObject({ state: 'closed', voterCount: 2 })
    expect((await app.call(contract.closePoll, { pollId }, by)).body).toMatchObject(closed.body)
    expect((await desk.cast(pollId, [0], as)).failure.code).toBe('poll_closed')
  })

  test('counts every vote that was answered with yes, and none that was refused', async () => {
    const pollId = await desk.open()
    const people = await Promise.all(Array.from({ length: 16 }, () => desk.aPerson()))
    const votes = people.map(({ as }, index) => desk.cast(pollId, [index % 3], as))
    const closing = app.call(contract.closePoll, { pollId }, { as: desk.owner.as })
    const taken = (await Promise.all(votes)).filter(({ status }) => status === 200).length
    await closing
    const { voterCount, options } = await desk.look(pollId)
    const file = (await app.call(contract.getVotesFile, { pollId }, { as: desk.owner.as })).body
    const lines = Buffer.from(file.base64, 'base64').toString().trim().split('\r\n').length - 1
    const recount = await one(
      app.db,
      sql<{ n: number }>`select count(*)::integer as n from poll_votes where poll_id = ${pollId}`,
    )
    expect([voterCount, lines, recount.n]).toEqual([taken, taken, taken])
    expect(options.reduce((sum, { votes: each }) => sum + (each ?? 0), 0)).toBe(taken)
  })

  test('comes with that of the page', async () => {
    const pollId = await desk.open()
    await desk.cast(pollId, [2], (await desk.aPerson()).as)
    await app.db
      .transaction()
      .execute((db) => emit(db, pageClosed, { creatorId: desk.page.id }, app.clock.now()))
    await app.drain()
    expect(await desk.look(pollId)).toMatchObject({ state: 'closed', voterCount: 1 })
  })
})
