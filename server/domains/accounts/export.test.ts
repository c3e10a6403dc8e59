import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { exportOwnData } from '#contract/takeout/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { PASSWORD } from './flow-testing.ts'
import { aSession, aUser } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe("the download of one's data", () => {
  test('has the account, the page, the payments and the sessions', async () => {
    const owner = await aUser(app.db, { name: 'Asha Rao' })
    const creator = await aCreator(app.db, owner.id, { pageName: 'Asha Rao', handle: 'asha' })
    const plan = await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents: 999 })
    await aPost(app.db, creator.id)
    const member = await aUser(app.db, { name: 'Ravi Menon', password: PASSWORD })
    const subscription = await aSubscription(app.db, member.id, plan)
    const { providerPaymentId } = await aPayment(app.db, {
      subscriptionId: subscription.id,
      memberId: member.id,
      plan,
    })

    const ravi = await app.call(exportOwnData, {}, { as: await aSession(app.db, app.platform, member.id) })
    expect(ravi.status).toBe(200)
    expect(ravi.body).toMatchObject({
      account: { name: 'Ravi Menon', email: member.email },
      creatorPage: null,
      emailNotifications: null,
      subscriptions: [{ creator: 'Asha Rao', plan: 'Tipsy', status: 'active', price: 9.99 }],
      payments: [{ receiptNumber: providerPaymentId, amount: 9.99, currency: 'USD' }],
    })
    expect(ravi.body.devices).toHaveLength(1)

    const asha = await app.call(exportOwnData, {}, { as: await aSession(app.db, app.platform, owner.id) })
    expect(asha.body.creatorPage).toMatchObject({
      pageHandle: 'asha',
      plans: [{ name: 'Tipsy', price: 9.99 }],
    })
    expect(asha.body.creatorPage?.posts).toHaveLength(1)
    expect(asha.body.payments).toEqual([])
    // Her supporters are other people's data.
    expect(JSON.stringify(asha.body)).not.toContain('Ravi')
  })

  test('holds no secret, and nobody else gets it', async () => {
    const user = await aUser(app.db, { password: PASSWORD })
    const { body } = await app.call(exportOwnData, {}, { as: await aSession(app.db, app.platform, user.id) })
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash/i)
    expect((await app.call(exportOwnData, {})).status).toBe(401)
  })
})
