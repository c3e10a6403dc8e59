import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { InputOf } from '#contract/http/route.ts'
import type { PollForm } from '#contract/polls/poll.ts'
import * as contract from '#contract/polls/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost, writingDesk } from '#server/domains/posts/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { POLL } from '#server/testing/poll-access.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPoll, pollDesk } from './testing.ts'

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

describe('what a poll asks', () => {
  const change = (pollId: string, given: Partial<PollForm>) =>
    app.call(contract.updatePoll, { pollId, ...POLL, ...given }, { as: desk.owner.as })

  test('can change until somebody votes; from then on only its end', async () => {
    const pollId = await desk.open(POLL)
    const other: Partial<PollForm> = { question: 'And now?', secrecy: 'secret', results: 'owner' }
    expect((await change(pollId, other)).body).toMatchObject(other)
    const values = { ...POLL, ...other }
    await desk.cast(pollId, [0], (await desk.aPerson()).as)
    for (const refused of [
      { secrecy: 'everyone' as const },
      { results: 'always' as const },
      { weights: [{ planId: (await aPlan(app.db, desk.page.id)).id, weight: 2 }] },
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
    expect((await app.call(contract.createPoll, input, { as: desk.owner.as })).status).toBe(422)
  })

  test('names plans of its page alone', async () => {
    const stranger = await aCreator(app.db, (await desk.aPerson()).id)
    const planId = (await aPlan(app.db, stranger.id)).id
    for (const given of [
      { weights: [{ planId, weight: 2 }] },
      { voters: { reach: 'plans' as const, planIds: [planId] } },
    ]) {
      const input = { clientKey: randomUUID(), ...POLL, ...given }
      expect((await app.call(contract.createPoll, input, { as: desk.owner.as })).failure.code).toBe(
        'plan_not_found',
      )
    }
  })

  test('is written once with its key', async () => {
    const input = { clientKey: randomUUID(), ...POLL }
    const [one_, two] = [
      await app.call(contract.createPoll, input, { as: desk.owner.as }),
      await app.call(contract.createPoll, input, { as: desk.owner.as }),
    ]
    expect(two.body._id).toBe(one_.body._id)
  })
})

describe('in a post', () => {
  const block = (pollId: string) => ({ blocks: [{ type: 'poll', data: { pollId } }] })

  test('it opens when the post goes out', async () => {
    const writer = await writingDesk(app)
    const asDesk = { as: writer.session }
    const created = await app.call(contract.createPoll, { clientKey: randomUUID(), ...POLL }, asDesk)
    const pollId = created.body._id
    const id = await writer.begin()
    await writer.save(id, { content: block(pollId) })
    const voter = await desk.aPerson()
    expect((await desk.cast(pollId, [0], voter.as)).status).toBe(404)
    await writer.publish(id, writer.ahead(60 * MINUTE_MS))
    expect((await desk.cast(pollId, [0], voter.as)).status).toBe(404)
    expect((await desk.look(pollId, writer.session)).state).toBe('draft')
    await app.clock.advance(app.db, 61 * MINUTE_MS)
    await app.platform.database.pool.query(`insert into jobs (name) values ('posts.do-due')`)
    await app.drain()
    const shown = await desk.look(pollId, voter.as)
    expect(shown.state).toBe('open')
    expect(Date.parse(shown.closesAt ?? '') - app.clock.now().getTime()).toBeGreaterThan(1430 * MINUTE_MS)
    expect((await desk.cast(pollId, [0], voter.as)).status).toBe(200)
  })

  test('others’ polls, and those of other posts, are refused', async () => {
    const writer = await writingDesk(app)
    const taken = await desk.open()
    const id = await writer.begin()
    await writer.save(id, { content: block(taken) })
    expect((await writer.publish(id)).failure.code).toBe('poll_not_found')
  })

  test('above the line for members, everyone sees it', async () => {
    const plan = await aPlan(app.db, desk.page.id)
    const { id: pollId } = await aPoll(app.db, desk.page)
    const figure = `<figure data-poll="${pollId}"></figure>`
    const { id } = await aPost(app.db, desk.page.id, { planId: plan.id, html: figure, openHtml: figure })
    await run(
      app.db,
      sql`update polls set place_kind = 'post', place_id = ${id}, opened_at = now() where id = ${pollId}`,
    )
    expect((await app.call(contract.getPoll, { pollId })).status).toBe(200)
  })
})

describe('names and files', () => {
  test('formulas in names and options are disarmed in the file', async () => {
    const pollId = await desk.open({ options: ['=HYPERLINK("http://evil")', '+1', '<b>Bold</b>'] })
    const voter = await desk.aPerson('@SUM(A1)')
    await desk.cast(pollId, [0], voter.as)
    const { base64 } = (await app.call(contract.getVotesFile, { pollId }, { as: desk.owner.as })).body
    const [heading, line] = Buffer.from(base64, 'base64').toString().split('\r\n')
    expect(heading).toBe('\uFEFFname,plan,weight,options,voted_at')
    expect(line).toMatch(/^'@SUM\(A1\),,1,"'=HYPERLINK\(""http:\/\/evil""\)",\d{4}-/)
  })

  test('who is erased leaves an unnamed vote, and takes what they voted along', async () => {
    const pollId = await desk.open()
    const voter = await desk.aPerson()
    await desk.cast(pollId, [1], voter.as)
    const own = (await app.call(exportOwnData, {}, { as: voter.as })).body
    expect(own.votes).toMatchObject([{ question: 'Which song next?', options: ['The lamp'], weight: 1 }])
    await run(app.db, sql`update users set erased_at = now() where id = ${voter.id}`)
    await app.db
      .transaction()
      .execute((db) => emit(db, accountErased, { userId: voter.id, pictureKey: null }, app.clock.now()))
    await app.drain()
    expect(await desk.counts(pollId)).toEqual([0, 1, 0])
    const { body } = await app.call(contract.listVotes, { pollId }, { as: desk.owner.as })
    expect(body).toMatchObject([{ name: null, options: [1] }])
  })

  test('the page takes its polls along, and leaves no words of them', async () => {
    const pollId = await desk.open()
    const exported = (await app.call(exportOwnData, {}, { as: desk.owner.as })).body
    expect(exported.creatorPage).toMatchObject({ polls: [{ question: 'Which song next?' }] })
    await app.db
      .transaction()
      .execute((db) => emit(db, accountErased, { userId: desk.owner.id, pictureKey: null }, app.clock.now()))
    await app.drain()
    const left = await one(
      app.db,
      sql<{ words: string }>`select p.question || string_agg(o.text, '') as words from polls p
        join poll_options o on o.poll_id = p.id where p.id = ${pollId} group by p.question`,
    )
    expect(left.words).toBe('')
  })
})
