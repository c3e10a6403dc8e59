import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { blockUser, getBlockedUsers, unblockUser } from '#contract/accounts/block-routes.ts'
import { creatorDetails, getCreators } from '#contract/creators/routes.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { getPosts } from '#contract/posts/routes.ts'
import {
  createSubscription,
  getUserSubscriptions,
  resumeSubscription,
} from '#contract/subscriptions/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { isBlockedBetween } from './service.ts'
import { aSession, aUser } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aPerson(name = 'Ravi Menon') {
  const user = await aUser(app.db, { name })
  return { ...user, session: await aSession(app.db, app.platform, user.id) }
}

async function aCreatorAtWork() {
  const owner = await aPerson('Asha Rao')
  const page = await aCreator(app.db, owner.id, { pageName: 'Songs by Asha' })
  return { owner, page, plan: await aPlan(app.db, page.id) }
}

describe('a member who blocks a page', () => {
  test('no longer sees it in lists and posts; everyone else does', async () => {
    const { page } = await aCreatorAtWork()
    await aPost(app.db, page.id, { html: '<p>Not for Ravi</p>' })
    const ravi = await aPerson()
    const dev = await aPerson()
    const answer = await app.call(blockUser, { pageHandle: page.handle }, { as: ravi.session })
    expect(answer.status).toBe(200)

    const met = async (session: typeof ravi.session) => {
      const pages = (await app.call(getCreators, {}, { as: session })).body
      const found = (await app.call(getCreators, { search: 'Songs by' }, { as: session })).body
      const posts = (await app.call(getPosts, {}, { as: session })).body
      return [
        pages.some(({ _id }) => _id === page.id),
        found.some(({ _id }) => _id === page.id),
        JSON.stringify(posts).includes('Not for Ravi'),
      ]
    }
    expect(await met(ravi.session)).toEqual([false, false, false])
    expect(await met(dev.session)).toEqual([true, true, true])
    const details = await app.call(creatorDetails, { pageHandle: page.handle }, { as: ravi.session })
    expect(details.body.isBlocked).toBe(true)
    expect(
      (await app.call(creatorDetails, { pageHandle: page.handle }, { as: dev.session })).body.isBlocked,
    ).toBe(false)
  })

  test('finds it in the settings, and unblocks it there', async () => {
    const { owner, page } = await aCreatorAtWork()
    const ravi = await aPerson()
    expect((await app.call(getBlockedUsers, {}, { as: ravi.session })).body).toEqual([])
    await app.call(blockUser, { pageHandle: page.handle }, { as: ravi.session })
    await app.call(blockUser, { pageHandle: page.handle }, { as: ravi.session })
    expect((await app.call(getBlockedUsers, {}, { as: ravi.session })).body).toEqual([
      {
        _id: owner.id,
        name: 'Songs by Asha',
        pageHandle: page.handle,
        profileImage: null,
        blockedAt: expect.any(String),
      },
    ])
    expect((await app.call(getBlockedUsers, {}, { as: owner.session })).body).toEqual([])
    const data = (await app.call(exportOwnData, {}, { as: ravi.session })).body
    expect(data.blocked).toEqual([{ name: 'Songs by Asha', blockedAt: expect.any(String) }])
    await app.call(unblockUser, { userId: owner.id }, { as: ravi.session })
    expect((await app.call(getBlockedUsers, {}, { as: ravi.session })).body).toEqual([])
    const listed = (await app.call(getCreators, {}, { as: ravi.session })).body
    expect(listed.some(({ _id }) => _id === page.id)).toBe(true)
  })
})

test('a long list of blocked people comes in pages, most recent first', async () => {
  const ravi = await aPerson()
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await aPerson()).id)
  for (const userId of ids) await app.call(blockUser, { userId }, { as: ravi.session })
  const list = async (input: { cursor?: string; limit?: number }) =>
    (await app.call(getBlockedUsers, input, { as: ravi.session })).body.map(({ _id }) => _id)
  const first = await list({ limit: 2 })
  expect(first).toHaveLength(2)
  const rest = await list({ limit: 2, cursor: first[1] ?? '' })
  expect([...first, ...rest]).toEqual(await list({}))
  expect(new Set([...first, ...rest])).toEqual(new Set(ids))
})

describe('a creator who blocks a member', () => {
  test('knows them from their payments; they cannot join, and learn no more than that', async () => {
    const { owner, plan } = await aCreatorAtWork()
    const ravi = await aPerson()
    const ended = await aSubscription(app.db, ravi.id, plan, { status: 'canceled', accessUntil: null })
    await aPayment(app.db, { subscriptionId: ended.id, memberId: ravi.id, plan })
    const [payment] = (await app.call(getCreatorPayments, {}, { as: owner.session })).body
    const userId = payment?.userId._id ?? ''
    expect(userId).toBe(ravi.id)
    expect((await app.call(blockUser, { userId }, { as: owner.session })).status).toBe(200)

    const joining = await app.call(createSubscription, { planId: plan.id }, { as: ravi.session })
    expect(joining).toMatchObject({
      status: 409,
      failure: { code: 'blocked', message: "You can't join this page." },
    })
    expect(await isBlockedBetween(app.db, ravi.id, owner.id)).toBe(true)
    await app.call(unblockUser, { userId }, { as: owner.session })
    expect((await app.call(createSubscription, { planId: plan.id }, { as: ravi.session })).status).toBe(200)
  })

  test('ends their membership with the period; they are notified, and cannot keep it', async () => {
    const { owner, plan } = await aCreatorAtWork()
    const ravi = await aPerson()
    const { id } = await aSubscription(app.db, ravi.id, plan)
    await app.call(blockUser, { userId: ravi.id }, { as: owner.session })
    await app.drain()
    expect((await app.call(getUserSubscriptions, {}, { as: ravi.session })).body).toMatchObject([
      { status: 'active', cancelAtPeriodEnd: true },
    ])
    const resuming = await app.call(resumeSubscription, { m2cSubscriptionId: id }, { as: ravi.session })
    expect(resuming.failure.code).toBe('blocked')
    const [mail, ...others] = await app.mails(ravi.email)
    expect(others).toEqual([])
    expect(mail?.subject).toContain('Your membership with Songs by Asha ends on')
    expect(mail?.text).not.toMatch(/block/i)
  })
})

test('nobody can block themselves, an unknown user, or two at once', async () => {
  const { owner, page } = await aCreatorAtWork()
  const as = { as: owner.session }
  expect((await app.call(blockUser, { pageHandle: page.handle }, as)).failure.code).toBe('own_account')
  expect((await app.call(blockUser, { pageHandle: 'nobody-at-all' }, as)).failure.code).toBe('page_not_found')
  const userId = '01920000-0000-7000-8000-00000000dead'
  expect((await app.call(blockUser, { userId }, as)).failure.code).toBe('person_not_found')
  expect((await app.call(blockUser, {}, as)).status).toBe(422)
  expect((await app.call(blockUser, { userId, pageHandle: page.handle }, as)).status).toBe(422)
})
