import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { InputOf } from '#contract/http/route.ts'
import { listNotifications } from '#contract/notifications/bell-routes.ts'
import type { PollForm } from '#contract/polls/poll.ts'
import * as contract from '#contract/polls/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost, writingDesk } from '#server/domains/posts/testing.ts'
import { pageClosed } from '#server/domains/subscriptions/events.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { POLL } from '#server/testing/poll-access.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPoll } from './testing.ts'
import { totalsOfPollSql } from './vote-queries.ts'

const MINUTE_MS = 60_000

let app: TestApp
let page: Awaited<ReturnType<typeof aCreator>>
let owner: Awaited<ReturnType<typeof aPerson>>
let postId: string

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  owner = await aPerson('Asha Rao')
  page = await aCreator(app.db, owner.id)
  postId = (await aPost(app.db, page.id)).id
})
afterAll(() => app.close())

async function aPerson(name = 'Ravi Menon') {
  const { id } = await aUser(app.db, { name })
  return { id, as: await aSession(app.db, app.platform, id) }
}

const open = async (given: Partial<PollForm> = {}) =>
  (await aPoll(app.db, page, { postId, now: app.clock.now(), ...given })).id

const cast = (pollId: string, options: number[], as: TestSession) =>
  app.call(contract.vote, { pollId, options }, { as })

const look = async (pollId: string, as = owner.as) => (await app.call(contract.getPoll, { pollId }, { as })).body

const counts = async (pollId: string) => (await look(pollId)).options.map(({ votes }) => votes)

describe('votes', () => {
  test('twenty at once by one person count once', async () => {
    const pollId = await open({ mayChange: false })
    const voter = await aPerson()
    const answers = await Promise.all(Array.from({ length: 20 }, () => cast(pollId, [1], voter.as)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await counts(pollId)).toEqual([0, 1, 0])
    const torn = await Promise.all([0, 2, 0, 2].map((option) => cast(pollId, [option], voter.as)))
    expect(torn.every(({ failure }) => failure.code === 'vote_final')).toBe(true)
    expect(await counts(pollId)).toEqual([0, 1, 0])
  })

  test('of many at once all count', async () => {
    const pollId = await open()
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson()))
    await Promise.all(people.map(({ as }, index) => cast(pollId, [index % 3], as)))
    expect(await counts(pollId)).toEqual([4, 4, 4])
  })

  test('name as many options as the poll asks for, and only those there are', async () => {
    const pollId = await open({ choicesMin: 2, choicesMax: 2 })
    const voter = await aPerson()
    for (const wrong of [[], [0], [0, 0], [0, 1, 2], [0, 3]])
      expect((await cast(pollId, wrong, voter.as)).failure.code).toBe('choices_wrong')
    expect((await cast(pollId, [2, 0], voter.as)).body.own).toMatchObject({ options: [0, 2] })
    expect(await counts(pollId)).toEqual([1, 0, 1])
    expect((await look(pollId)).voterCount).toBe(1)
  })

  test('can be changed and taken back where the poll says so', async () => {
    const pollId = await open({ mayChange: true })
    const voter = await aPerson()
    await cast(pollId, [0], voter.as)
    await cast(pollId, [2], voter.as)
    expect(await counts(pollId)).toEqual([0, 0, 1])
    const back = await app.call(contract.takeVoteBack, { pollId }, { as: voter.as })
    expect(back.body.own).toBeNull()
    expect(await counts(pollId)).toEqual([0, 0, 0])
    expect((await app.call(contract.takeVoteBack, { pollId }, { as: voter.as })).status).toBe(200)
  })

  test('are final where it does not', async () => {
    const pollId = await open({ mayChange: false })
    const voter = await aPerson()
    await cast(pollId, [0], voter.as)
    expect((await cast(pollId, [1], voter.as)).failure.code).toBe('vote_final')
    const back = await app.call(contract.takeVoteBack, { pollId }, { as: voter.as })
    expect(back.failure.code).toBe('vote_final')
    // The same once more is no change.
    expect((await cast(pollId, [0], voter.as)).status).toBe(200)
  })

  test('weigh what the plan of their voter weighs, then', async () => {
    const tipsy = await aPlan(app.db, page.id, { name: 'Tipsy', priceCents: 1000 })
    const drunk = await aPlan(app.db, page.id, { name: 'Drunk', priceCents: 2500 })
    const weights = [
      { planId: tipsy.id, weight: 3 },
      { planId: drunk.id, weight: 100 },
    ]
    const pollId = await open({ weights })
    const [free, small, large] = [await aPerson(), await aPerson(), await aPerson()]
    await aSubscription(app.db, small.id, tipsy)
    await aSubscription(app.db, large.id, drunk)
    expect((await look(pollId, small.as)).ownWeight).toBe(3)
    await cast(pollId, [0], free.as)
    await cast(pollId, [1], small.as)
    await cast(pollId, [2], large.as)
    const { options, totalWeight, voterCount, weights: told } = await look(pollId)
    expect(options.map(({ weight }) => weight)).toEqual([1, 3, 100])
    expect([totalWeight, voterCount]).toEqual([104, 3])
    expect(told).toEqual([
      { planName: 'Tipsy', weight: 3 },
      { planName: 'Drunk', weight: 100 },
    ])
  })

  test('stay when the plan ends', async () => {
    const plan = await aPlan(app.db, page.id)
    const pollId = await open({ voters: { reach: 'members', planIds: [] } })
    const voter = await aPerson()
    const { id } = await aSubscription(app.db, voter.id, plan)
    await cast(pollId, [1], voter.as)
    await run(
      app.db,
      sql`update subscriptions set status = 'expired', access_until = ${app.clock.now()} where id = ${id}`,
    )
    expect(await look(pollId, voter.as)).toMatchObject({ whyNot: 'members', own: { options: [1] } })
    expect(await counts(pollId)).toEqual([0, 1, 0])
    // The right to vote is judged at the vote.
    expect((await cast(pollId, [0], voter.as)).failure.code).toBe('may_not_vote')
  })
})

describe('the end', () => {
  test('comes by the clock, whenever the job comes; the result is kept and the creator told', async () => {
    const pollId = await open({ minutes: 10 })
    const [early, late] = [await aPerson(), await aPerson()]
    await cast(pollId, [0], early.as)
    await app.clock.advance(app.db, 10 * MINUTE_MS)
    expect((await cast(pollId, [1], late.as)).failure.code).toBe('poll_closed')
    expect((await look(pollId, late.as)).state).toBe('closed')
    await app.platform.database.pool.query(`select graphile_worker.add_job('polls.close-due', '{}')`)
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
    expect(await counts(pollId)).toEqual([1, 0, 0])
    const notifications = (await app.call(listNotifications, {}, { as: owner.as })).body
    expect(notifications.map(({ kind }) => kind)).toEqual(['poll_closed'])
    expect(notifications[0]?.path).toContain('/posts/')
  })

  test('comes by hand, once', async () => {
    const pollId = await open({ minutes: null })
    const voter = await aPerson()
    await cast(pollId, [2], voter.as)
    await app.clock.advance(app.db, 200 * 24 * 60 * MINUTE_MS)
    const { as } = await aPerson()
    await app.call(contract.vote, { pollId, options: [2] }, { as })
    const by = { as: await aSession(app.db, app.platform, owner.id) }
    const closed = await app.call(contract.closePoll, { pollId }, by)
    expect(closed.body).toMatchObject({ state: 'closed', voterCount: 2 })
    expect((await app.call(contract.closePoll, { pollId }, by)).body).toMatchObject(closed.body)
    expect((await cast(pollId, [0], as)).failure.code).toBe('poll_closed')
  })

  test('counts every vote that was answered with yes, and none that was refused', async () => {
    const pollId = await open()
    const people = await Promise.all(Array.from({ length: 16 }, () => aPerson()))
    const votes = people.map(({ as }, index) => cast(pollId, [index % 3], as))
    const closing = app.call(contract.closePoll, { pollId }, { as: owner.as })
    const taken = (await Promise.all(votes)).filter(({ status }) => status === 200).length
    await closing
    const { voterCount, options } = await look(pollId)
    const file = (await app.call(contract.getVotesFile, { pollId }, { as: owner.as })).body
    const lines = Buffer.from(file.base64, 'base64').toString().trim().split('\r\n').length - 1
    const recount = await one(
      app.db,
      sql<{ n: number }>`select count(*)::integer as n from poll_votes where poll_id = ${pollId}`,
    )
    expect([voterCount, lines, recount.n]).toEqual([taken, taken, taken])
    expect(options.reduce((sum, { votes: each }) => sum + (each ?? 0), 0)).toBe(taken)
  })

  test('comes with that of the page', async () => {
    const pollId = await open()
    await cast(pollId, [2], (await aPerson()).as)
    await app.db.transaction().execute((db) => emit(db, pageClosed, { creatorId: page.id }, app.clock.now()))
    await app.drain()
    expect(await look(pollId)).toMatchObject({ state: 'closed', voterCount: 1 })
  })
})

describe('what a poll asks', () => {
  const change = (pollId: string, given: Partial<PollForm>) =>
    app.call(contract.updatePoll, { pollId, ...POLL, ...given }, { as: owner.as })

  test('can change until somebody votes; from then on only its end', async () => {
    const pollId = await open(POLL)
    const other: Partial<PollForm> = { question: 'And now?', secrecy: 'secret', results: 'owner' }
    expect((await change(pollId, other)).body).toMatchObject(other)
    const values = { ...POLL, ...other }
    await cast(pollId, [0], (await aPerson()).as)
    for (const refused of [
      { secrecy: 'everyone' as const },
      { results: 'always' as const },
      { weights: [{ planId: (await aPlan(app.db, page.id)).id, weight: 2 }] },
      { question: 'Another one?' },
      { options: ['The lamp', 'The river'] },
      { mayChange: false },
    ])
      expect((await change(pollId, { ...values, ...refused })).failure.code).toBe('poll_fixed')
    const longer = await change(pollId, { ...values, minutes: 2880 })
    const opened = Date.parse(longer.body.closesAt ?? '') - 2880 * MINUTE_MS
    expect(Math.abs(opened - app.clock.now().getTime())).toBeLessThan(MINUTE_MS)
    expect(longer.body.form).toMatchObject({ isFixed: true, minutes: 2880 })
  })

  const WRONG: [string, Partial<InputOf<typeof contract.createPoll>>][] = [
    ['no question', { question: '  ' }],
    ['a question of 201 characters', { question: 'a'.repeat(201) }],
    ['one option', { options: ['Yes'] }],
    ['21 options', { options: Array.from({ length: 21 }, (_, index) => `Song ${index}`) }],
    ['an option of 101 characters', { options: ['a'.repeat(101), 'b'] }],
    ['options that say the same', { options: ['Yes', 'yes'] }],
    ['more choices than options', { choicesMax: 3 }],
    ['no minute', { minutes: 0 }],
    ['more than 90 days', { minutes: 129_601 }],
    ['plans without a plan', { voters: { reach: 'plans', planIds: [] } }],
    ['a weight of 101', { weights: [{ planId: randomUUID(), weight: 101 }] }],
    ['a weight of 0', { weights: [{ planId: randomUUID(), weight: 0 }] }],
  ]
  test.each(WRONG)('is refused with %s', async (_, given) => {
    const input = { clientKey: randomUUID(), ...POLL, ...given }
    expect((await app.call(contract.createPoll, input, { as: owner.as })).status).toBe(422)
  })

  test('names plans of its page alone', async () => {
    const stranger = await aCreator(app.db, (await aPerson()).id)
    const planId = (await aPlan(app.db, stranger.id)).id
    for (const given of [
      { weights: [{ planId, weight: 2 }] },
      { voters: { reach: 'plans' as const, planIds: [planId] } },
    ]) {
      const input = { clientKey: randomUUID(), ...POLL, ...given }
      expect((await app.call(contract.createPoll, input, { as: owner.as })).failure.code).toBe(
        'plan_not_found',
      )
    }
  })

  test('is written once with its key', async () => {
    const input = { clientKey: randomUUID(), ...POLL }
    const [one_, two] = [
      await app.call(contract.createPoll, input, { as: owner.as }),
      await app.call(contract.createPoll, input, { as: owner.as }),
    ]
    expect(two.body._id).toBe(one_.body._id)
  })
})

describe('in a post', () => {
  const block = (pollId: string) => ({ blocks: [{ type: 'poll', data: { pollId } }] })

  test('it opens when the post goes out', async () => {
    const desk = await writingDesk(app)
    const asDesk = { as: desk.session }
    const created = await app.call(contract.createPoll, { clientKey: randomUUID(), ...POLL }, asDesk)
    const pollId = created.body._id
    const id = await desk.begin()
    await desk.save(id, { content: block(pollId) })
    const voter = await aPerson()
    expect((await cast(pollId, [0], voter.as)).status).toBe(404)
    await desk.publish(id, desk.ahead(60 * MINUTE_MS))
    expect((await cast(pollId, [0], voter.as)).status).toBe(404)
    expect((await look(pollId, desk.session)).state).toBe('draft')
    await app.clock.advance(app.db, 61 * MINUTE_MS)
    await app.platform.database.pool.query(`select graphile_worker.add_job('posts.do-due', '{}')`)
    await app.drain()
    const shown = await look(pollId, voter.as)
    expect(shown.state).toBe('open')
    expect(Date.parse(shown.closesAt ?? '') - app.clock.now().getTime()).toBeGreaterThan(1430 * MINUTE_MS)
    expect((await cast(pollId, [0], voter.as)).status).toBe(200)
  })

  test('others’ polls, and those of other posts, are refused', async () => {
    const desk = await writingDesk(app)
    const taken = await open()
    const id = await desk.begin()
    await desk.save(id, { content: block(taken) })
    expect((await desk.publish(id)).failure.code).toBe('poll_not_found')
  })

  test('above the line for members, everyone sees it', async () => {
    const plan = await aPlan(app.db, page.id)
    const { id: pollId } = await aPoll(app.db, page)
    const figure = `<figure data-poll="${pollId}"></figure>`
    const { id } = await aPost(app.db, page.id, { planId: plan.id, html: figure, openHtml: figure })
    await run(app.db, sql`update polls set place_kind = 'post', place_id = ${id}, opened_at = now() where id = ${pollId}`)
    expect((await app.call(contract.getPoll, { pollId })).status).toBe(200)
  })
})

describe('names and files', () => {
  test('formulas in names and options are disarmed in the file', async () => {
    const pollId = await open({ options: ['=HYPERLINK("http://evil")', '+1', '<b>Bold</b>'] })
    const voter = await aPerson('@SUM(A1)')
    await cast(pollId, [0], voter.as)
    const { base64 } = (await app.call(contract.getVotesFile, { pollId }, { as: owner.as })).body
    const [heading, line] = Buffer.from(base64, 'base64').toString().split('\r\n')
    expect(heading).toBe('name,plan,weight,options,voted_at')
    expect(line).toMatch(/^'@SUM\(A1\),,1,"'=HYPERLINK\(""http:\/\/evil""\)",\d{4}-/)
  })

  test('who is erased leaves an unnamed vote, and takes what they voted along', async () => {
    const pollId = await open()
    const voter = await aPerson()
    await cast(pollId, [1], voter.as)
    const own = (await app.call(exportOwnData, {}, { as: voter.as })).body
    expect(own.votes).toMatchObject([{ question: 'Which song next?', options: ['The lamp'], weight: 1 }])
    await run(app.db, sql`update users set erased_at = now() where id = ${voter.id}`)
    await app.db
      .transaction()
      .execute((db) => emit(db, accountErased, { userId: voter.id, pictureKey: null }, app.clock.now()))
    await app.drain()
    expect(await counts(pollId)).toEqual([0, 1, 0])
    const { body } = await app.call(contract.listVotes, { pollId }, { as: owner.as })
    expect(body).toMatchObject([{ name: null, options: [1] }])
  })

  test('the page takes its polls along, and leaves no words of them', async () => {
    const pollId = await open()
    const exported = (await app.call(exportOwnData, {}, { as: owner.as })).body
    expect(exported.creatorPage).toMatchObject({ polls: [{ question: 'Which song next?' }] })
    await app.db
      .transaction()
      .execute((db) => emit(db, accountErased, { userId: owner.id, pictureKey: null }, app.clock.now()))
    await app.drain()
    const left = await one(
      app.db,
      sql<{ words: string }>`select p.question || string_agg(o.text, '') as words from polls p
        join poll_options o on o.poll_id = p.id where p.id = ${pollId} group by p.question`,
    )
    expect(left.words).toBe('')
  })
})

test('100,000 votes are counted from an index, beside those of others', async () => {
  const ids = [await open(), await open()]
  for (const id of ids)
    await run(
      app.db,
      sql`insert into poll_votes (id, poll_id, user_id, options, weight, voted_at)
        select gen_random_uuid(), ${id}, null, array[n % 3]::smallint[], 1, now() from generate_series(1, 100000) n`,
    )
  await app.platform.database.pool.query('vacuum analyze poll_votes')
  const [pollId = ''] = ids
  const started = performance.now()
  expect(await counts(pollId)).toEqual([33333, 33334, 33333])
  // About 60 ms on two cores; asked again within the second, nothing is counted.
  const counted = performance.now()
  await counts(pollId)
  expect(performance.now() - counted).toBeLessThan(counted - started)
  const plan = await app.db.transaction().execute(async (db) => {
    // Half of the table is one poll: with more of them, the planner needs no telling.
    await run(db, sql`set local enable_seqscan = off`)
    const rows = await many(db, sql<Record<string, string>>`explain ${totalsOfPollSql(pollId)}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index Scan (?:on|using) poll_votes_/)
  expect(plan).not.toContain('Seq Scan')
})
