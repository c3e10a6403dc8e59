import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getUserPayments } from '#contract/payments/routes.ts'
import * as contract from '#contract/polls/routes.ts'
import type { PollSecrecy } from '#contract/polls/rules.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aPageWithPlans, type BillingStory, tellBilling } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPoll } from './testing.ts'

let app: TestApp
let teller: BillingStory
let page: Awaited<ReturnType<typeof aPageWithPlans>>

beforeAll(async () => {
  app = await startTestApp()
  teller = tellBilling(app)
  page = await aPageWithPlans(app)
})
afterAll(() => app.close())
beforeEach(() => teller.begin())

async function aVotedPoll(secrecy: PollSecrecy = 'creator') {
  const { id: postId } = await aPost(app.db, page.creator.id)
  const weights = [{ planId: page.tipsy.id, weight: 5 }]
  const { id } = await aPoll(app.db, page.creator, { postId, weights, secrecy, now: app.clock.now() })
  const voted = await app.call(contract.vote, { pollId: id, options: [0] }, { as: teller.session })
  expect(voted.body.own).toMatchObject({ weight: 5 })
  return id
}

async function refund() {
  const [payment] = (await app.call(getUserPayments, {}, { as: teller.session })).body
  await app.db.transaction().execute((db) =>
    refundPayment(db, {
      paymentId: payment?._id ?? '',
      origin: 'operator',
      amountCents: null,
      reason: 'It was not what you expected.',
      now: app.clock.now(),
    }),
  )
  await app.drain()
  await teller.sandbox.deliver()
  await app.drain()
}

const look = async (pollId: string) =>
  (await app.call(contract.getPoll, { pollId }, { as: teller.session })).body

test('a refund takes the vote back while the poll is open, and leaves it in one that is closed', async () => {
  await teller.join(page.tipsy)
  const stillOpen = await aVotedPoll()
  const closed = await aVotedPoll()
  const owner = { as: await aSession(app.db, app.platform, page.owner.id) }
  await app.call(contract.closePoll, { pollId: closed }, owner)
  await refund()
  expect(await look(stillOpen)).toMatchObject({ own: null, voterCount: 0 })
  expect(await look(closed)).toMatchObject({ own: { options: [0] }, voterCount: 1, totalWeight: 5 })
  // Without the plan they may still vote here, as everyone.
  const again = await app.call(contract.vote, { pollId: stillOpen, options: [1] }, { as: teller.session })
  expect(again.body.own).toMatchObject({ weight: 1 })
})

test('a refund leaves a secret vote: who refunds somebody would see which total falls', async () => {
  await teller.join(page.tipsy)
  const pollId = await aVotedPoll('secret')
  await refund()
  expect(await look(pollId)).toMatchObject({
    own: { options: [0] },
    voterCount: 1,
    options: [{ votes: 1 }, { votes: 0 }, { votes: 0 }],
  })
})

test('a refund leaves votes that were given without a plan', async () => {
  const { id: postId } = await aPost(app.db, page.creator.id)
  const { id: pollId } = await aPoll(app.db, page.creator, { postId, now: app.clock.now() })
  await app.call(contract.vote, { pollId, options: [2] }, { as: teller.session })
  await teller.join(page.tipsy)
  await refund()
  expect(await look(pollId)).toMatchObject({ own: { options: [2] }, voterCount: 1 })
})
