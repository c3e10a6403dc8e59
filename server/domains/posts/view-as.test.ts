import { afterAll, beforeAll, expect, test } from 'vitest'

import { getPostsByPageHandle, viewPostsAs } from '#contract/posts/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPost } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A page with a free post and one for each of two plans. */
async function aPage() {
  const owner = await aSignedInUser(app)
  const creator = await aCreator(app.db, owner.user.id, {})
  const small = await aPlan(app.db, creator.id, { name: 'Buzzed', priceCents: 500 })
  const large = await aPlan(app.db, creator.id, { name: 'Drunk', priceCents: 2500 })
  for (const planId of [null, small.id, large.id]) await aPost(app.db, creator.id, { planId })
  return { owner, creator, small, large }
}

test('a creator sees the posts as a visitor, or as a member of a plan, finds them', async () => {
  const { owner, creator, small, large } = await aPage()
  const pageHandle = creator.handle
  const as = { as: owner.session }

  const visitor = await app.call(viewPostsAs, { pageHandle }, as)
  expect(visitor.body).toEqual((await app.call(getPostsByPageHandle, { pageHandle })).body)
  expect(visitor.body.map(({ locked }) => locked)).toEqual([true, true, false])

  for (const plan of [small, large]) {
    const planId = plan.id
    const member = await aSignedInUser(app)
    await aSubscription(app.db, member.user.id, plan)
    const theirs = await app.call(getPostsByPageHandle, { pageHandle }, { as: member.session })
    const shown = await app.call(viewPostsAs, { pageHandle, planId }, as)
    expect(shown.body.map(({ _id, locked, content }) => ({ _id, locked, content }))).toEqual(
      theirs.body.map(({ _id, locked, content }) => ({ _id, locked, content })),
    )
  }
})

test('only its own page, and only as a member of its own plans', async () => {
  const { creator, small } = await aPage()
  const other = await aPage()
  const pageHandle = creator.handle
  const foreign = await app.call(viewPostsAs, { pageHandle, planId: small.id }, { as: other.owner.session })
  expect(foreign.status).toBe(403)
  const plan = await app.call(
    viewPostsAs,
    { pageHandle: other.creator.handle, planId: small.id },
    { as: other.owner.session },
  )
  expect(plan.status).toBe(404)
})
