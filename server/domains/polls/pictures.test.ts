import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getPlayback } from '#contract/media/routes.ts'
import * as contract from '#contract/polls/routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { maybeOne, one, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { mayReadPollMedium } from './service.ts'
import { aPoll, pollDesk } from './testing.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof pollDesk>>

beforeAll(async () => {
  app = await startTestApp({ SECRET_KEY: 'a key of these tests, long enough' })
})
beforeEach(async () => {
  desk = await pollDesk(app, (creatorId) => aPost(app.db, creatorId))
})
afterAll(() => app.close())

const FORM = {
  question: 'Which cover?',
  options: ['The boat', 'The lamp'],
  choicesMin: 1,
  choicesMax: 1,
  minutes: null,
  voters: { reach: 'everyone' as const, planIds: [] },
  results: 'after_vote' as const,
  secrecy: 'secret' as const,
  mayChange: true,
  weights: [],
}

const create = (pictures: (string | null)[]) =>
  app.call(contract.createPoll, { clientKey: randomUUID(), ...FORM, pictures }, { as: desk.owner.as })
const aPicture = async (userId = desk.owner.id) => (await aMedium(app.db, userId, 'image')).id
const isThere = async (mediaId: string) =>
  (await maybeOne(app.db, sql`select from media where id = ${mediaId}`)) !== null
const may = (mediaId: string, viewerId: string | null) =>
  mayReadPollMedium(app.db, { mediaId, viewerId, now: app.clock.now() })

test('an option shows a picture, to whoever may see the poll and to nobody else', async () => {
  const plan = await aPlan(app.db, desk.page.id)
  const { id: postId } = await aPost(app.db, desk.page.id, { planId: plan.id })
  const mediaId = await aPicture()
  const pictures = [null, mediaId, null]
  const { id: pollId } = await aPoll(app.db, desk.page, { postId, pictures, now: app.clock.now() })
  const [member, stranger] = [await desk.aPerson(), await desk.aPerson()]
  await aSubscription(app.db, member.id, plan)
  const seen = await desk.look(pollId, member.as)
  expect(seen.options.map(({ picture }) => picture?._id ?? null)).toEqual(pictures)
  expect([await may(mediaId, member.id), await may(mediaId, desk.owner.id)]).toEqual([true, true])
  expect([await may(mediaId, stranger.id), await may(mediaId, null)]).toEqual([false, false])
  expect((await app.call(getPlayback, { mediaId }, { as: member.as })).status).toBe(200)
  expect((await app.call(getPlayback, { mediaId }, { as: stranger.as })).status).toBe(404)
  expect((await app.call(getPlayback, { mediaId })).status).toBe(404)
})

test('pictures are the author’s own, pictures, and in one place alone', async () => {
  const mine = await aPicture()
  expect((await create([mine, null])).status).toBe(200)
  const { id: video } = await aMedium(app.db, desk.owner.id, 'video')
  const others = await aPicture((await desk.aPerson()).id)
  expect((await create([mine, null])).failure.code).toBe('medium_not_usable')
  expect((await create([video, null])).failure.code).toBe('medium_not_usable')
  expect((await create([null, others])).failure.code).toBe('medium_not_found')
  expect(await isThere(video)).toBe(true)
})

test('a picture that is replaced is forgotten; one that moves to another option stays', async () => {
  const [boat, lamp, door] = [await aPicture(), await aPicture(), await aPicture()]
  const { _id: pollId } = (await create([boat, lamp])).body
  const change = { pollId, ...FORM, pictures: [lamp, door] }
  const { options } = (await app.call(contract.updatePoll, change, { as: desk.owner.as })).body
  expect(options.map(({ picture }) => picture?._id)).toEqual([lamp, door])
  expect(await Promise.all([boat, lamp, door].map(isThere))).toEqual([false, true, true])
})

test('from the first vote on, pictures stay as they are', async () => {
  const [boat, lamp] = [await aPicture(), await aPicture()]
  const pictures = [boat, null, null]
  const pollId = await desk.open({ pictures })
  await desk.cast(pollId, [0], (await desk.aPerson()).as)
  const { form } = await desk.look(pollId)
  if (!form) throw new Error('Its owner may change it')
  const { isFixed: _, ...values } = form
  const change = (changed: Partial<typeof values>) =>
    app.call(contract.updatePoll, { pollId, ...values, ...changed }, { as: desk.owner.as })
  expect((await change({ pictures: [lamp, null, null] })).failure.code).toBe('poll_fixed')
  expect((await change({ minutes: 2880 })).status).toBe(200)
})

test('who is erased takes the pictures along', async () => {
  const mediaId = await aPicture()
  const pollId = await desk.open({ pictures: [mediaId, null, null] })
  await app.db
    .transaction()
    .execute((db) => emit(db, accountErased, { userId: desk.owner.id, pictureKey: null }, app.clock.now()))
  await app.drain()
  expect(await isThere(mediaId)).toBe(false)
  const { count } = await one(
    app.db,
    sql<{ count: number }>`select count(*)::integer as count from poll_options
      where poll_id = ${pollId} and media_id is not null`,
  )
  expect(count).toBe(0)
})
