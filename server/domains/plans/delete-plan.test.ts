import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deletePlan, getCreatorPlans, updatePlan, upsertPlan } from '#contract/plans/routes.ts'
import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import { createSubscription, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPlan } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function somebody() {
  const user = await aUser(app.db)
  return { user, session: await aSession(app.db, app.platform, user.id) }
}

async function aCreatorAtWork() {
  const { user, session } = await somebody()
  const creator = await aCreator(app.db, user.id)
  return { session, creator, pageHandle: creator.handle }
}

const form = { name: 'Tipsy', price: 9.99, description: 'Everything, a week early.' }

function add(pageHandle: string, session: TestSession, given: Record<string, unknown> = {}) {
  return app.call(upsertPlan, { pageHandle, ...form, ...given }, { as: session })
}

function edit(pageHandle: string, session: TestSession, planId: string, given: Record<string, unknown> = {}) {
  return app.call(updatePlan, { pageHandle, planId, ...form, ...given }, { as: session })
}

function remove(pageHandle: string, session: TestSession, planId: string) {
  return app.call(deletePlan, { pageHandle, planId }, { as: session })
}

async function offered(pageHandle: string) {
  return (await app.call(getCreatorPlans, { pageHandle })).body
}

describe('deleting a plan', () => {
  test('takes it from the page; nobody joins it any more, members read on and are told', async () => {
    const { pageHandle, session, creator } = await aCreatorAtWork()
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy' })
    await aPost(app.db, creator.id, { planId: plan.id, html: '<p>For members</p>' })
    const member = await somebody()
    await aSubscription(app.db, member.user.id, plan)

    expect((await remove(pageHandle, session, plan.id)).body).toEqual({ msg: 'Plan deleted successfully' })
    expect(await offered(pageHandle)).toEqual([])
    const joining = await app.call(
      createSubscription,
      { planId: plan.id },
      { as: (await somebody()).session },
    )
    expect(joining).toMatchObject({ status: 404, failure: { code: 'plan_not_found' } })
    await app.drain()

    const [mail] = await app.mails(member.user.email)
    expect(mail?.subject).toBe(`${creator.pageName} no longer offers Tipsy`)
    expect(mail?.text).toContain('you will not be charged again')
    const [own] = (await app.call(getUserSubscriptions, {}, { as: member.session })).body
    expect(own).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    const posts = await app.call(getPostsByPageHandle, { pageHandle }, { as: member.session })
    expect(posts.body).toMatchObject([{ locked: false, planId: plan.id, plan: { name: 'Tipsy' } }])
    expect((await app.call(getPostsByPageHandle, { pageHandle })).body).toMatchObject([
      { locked: true, planId: plan.id },
    ])
  })

  test('tells each member once, also when the job runs again, and nobody who is leaving anyway', async () => {
    const { pageHandle, session, creator } = await aCreatorAtWork()
    const plan = await aPlan(app.db, creator.id)
    const [staying, leaving] = [await somebody(), await somebody()]
    await aSubscription(app.db, staying.user.id, plan)
    await aSubscription(app.db, leaving.user.id, plan, { cancelAtPeriodEnd: true })
    await remove(pageHandle, session, plan.id)
    await app.drain()
    await app.drain()
    expect(await app.mails(staying.user.email)).toHaveLength(1)
    expect(await app.mails(leaving.user.email)).toEqual([])
  })

  test('twice says that it is gone; its name is free again', async () => {
    const { pageHandle, session } = await aCreatorAtWork()
    const plan = (await add(pageHandle, session)).body
    expect((await remove(pageHandle, session, plan.id)).status).toBe(200)
    expect((await remove(pageHandle, session, plan.id)).status).toBe(404)
    expect((await edit(pageHandle, session, plan.id)).status).toBe(404)
    const again = await add(pageHandle, session)
    expect(again.status).toBe(200)
    expect(again.body.id).not.toBe(plan.id)
  })

  test.each(['undefined', 'null', 'all', '*', '0', '%20', 'a'.repeat(36), '../x'])(
    'never means "all": the id %j is refused, and so is editing with it',
    async (planId) => {
      const { pageHandle, session, creator } = await aCreatorAtWork()
      await aPlan(app.db, creator.id)
      for (const answer of [
        await remove(pageHandle, session, planId),
        await edit(pageHandle, session, planId),
      ])
        expect(answer).toMatchObject({ status: 400, failure: { code: 'plan_id_malformed', field: 'planId' } })
      expect(await offered(pageHandle)).toHaveLength(1)
    },
  )

  test('without an id is refused as well, as the page was seen doing', async () => {
    const { pageHandle, session, creator } = await aCreatorAtWork()
    await aPlan(app.db, creator.id)
    const cookieName = `cheers-${new URL(app.platform.config.publicUrl).port}`
    for (const path of [`/creatorPlan/delete/${pageHandle}`, `/creatorPlan/delete/${pageHandle}/`]) {
      const response = await fetch(`${app.baseUrl}/api${path}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${session.token}`, cookie: `${cookieName}=${session.cookie}` },
      })
      expect([400, 404]).toContain(response.status)
    }
    expect((await remove(pageHandle, session, newId(new Date()))).status).toBe(404)
    expect(await offered(pageHandle)).toHaveLength(1)
  })
})
