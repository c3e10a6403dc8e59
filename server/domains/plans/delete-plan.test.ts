import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import { createSubscription, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { planDesk } from './plan-desk-testing.ts'
import { aPlan } from './testing.ts'

let app: TestApp
let desk: ReturnType<typeof planDesk>

beforeAll(async () => {
  app = await startTestApp()
  desk = planDesk(app)
})
afterAll(() => app.close())

describe('deleting a plan', () => {
  test('removes it from the page; nobody can join it any more, members keep reading and are notified', async () => {
    const { pageHandle, session, creator } = await desk.open()
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy' })
    await aPost(app.db, creator.id, { planId: plan.id, html: '<p>For members</p>' })
    const member = await aSignedInUser(app)
    await aSubscription(app.db, member.user.id, plan)

    expect((await desk.remove(pageHandle, session, plan.id)).body).toEqual({
      msg: 'Plan deleted successfully',
    })
    expect(await desk.offered(pageHandle)).toEqual([])
    const joining = await app.call(
      createSubscription,
      { planId: plan.id },
      { as: (await aSignedInUser(app)).session },
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

  test('notifies each member once, even when the job runs again, and none who is leaving anyway', async () => {
    const { pageHandle, session, creator } = await desk.open()
    const plan = await aPlan(app.db, creator.id)
    const [staying, leaving] = [await aSignedInUser(app), await aSignedInUser(app)]
    await aSubscription(app.db, staying.user.id, plan)
    await aSubscription(app.db, leaving.user.id, plan, { cancelAtPeriodEnd: true })
    await desk.remove(pageHandle, session, plan.id)
    await app.drain()
    await app.drain()
    expect(await app.mails(staying.user.email)).toHaveLength(1)
    expect(await app.mails(leaving.user.email)).toEqual([])
  })

  test('a second time answers that it is gone; its name is free again', async () => {
    const { pageHandle, session } = await desk.open()
    const plan = (await desk.add(pageHandle, session)).body
    expect((await desk.remove(pageHandle, session, plan.id)).status).toBe(200)
    expect((await desk.remove(pageHandle, session, plan.id)).status).toBe(404)
    expect((await desk.edit(pageHandle, session, plan.id)).status).toBe(404)
    const again = await desk.add(pageHandle, session)
    expect(again.status).toBe(200)
    expect(again.body.id).not.toBe(plan.id)
  })

  test.each(['undefined', 'null', 'all', '*', '0', '%20', 'a'.repeat(36), '../x'])(
    'never means "all": the id %j is refused, and so is editing with it',
    async (planId) => {
      const { pageHandle, session, creator } = await desk.open()
      await aPlan(app.db, creator.id)
      for (const answer of [
        await desk.remove(pageHandle, session, planId),
        await desk.edit(pageHandle, session, planId),
      ])
        expect(answer).toMatchObject({ status: 400, failure: { code: 'plan_id_malformed', field: 'planId' } })
      expect(await desk.offered(pageHandle)).toHaveLength(1)
    },
  )

  test('without an id, as the page was seen doing, is refused as well', async () => {
    const { pageHandle, session, creator } = await desk.open()
    await aPlan(app.db, creator.id)
    const cookieName = `cheers-${new URL(app.platform.config.publicUrl).port}`
    for (const path of [`/creatorPlan/delete/${pageHandle}`, `/creatorPlan/delete/${pageHandle}/`]) {
      const response = await fetch(`${app.baseUrl}/api${path}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${session.token}`, cookie: `${cookieName}=${session.cookie}` },
      })
      const answer: unknown = await response.json()
      expect([path, response.status, answer]).toMatchObject([path, 400, { code: 'plan_id_malformed' }])
    }
    expect((await desk.remove(pageHandle, session, newId(new Date()))).status).toBe(404)
    expect(await desk.offered(pageHandle)).toHaveLength(1)
  })
})
