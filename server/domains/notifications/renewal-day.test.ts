import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { subscriptionActivated } from '#server/domains/subscriptions/events.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each([
  ['the day on which the provider charges', '2027-03-03T18:30:00Z', 'Renews: 3 March 2027'],
  ['the end of what is paid, until the provider has told', null, 'Renews: 28 February 2027'],
])('the welcome mail says %s', async (_, chargeAt, expected) => {
  const plan = await aPlan(app.db, (await aCreator(app.db, (await aUser(app.db)).id)).id, { name: 'Tipsy' })
  const member = await aUser(app.db)
  const accessUntil = new Date('2027-02-28T10:00:00Z')
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan, { accessUntil })
  await run(
    app.db,
    sql`update subscriptions set provider_charge_at = ${chargeAt}::timestamptz where id = ${subscriptionId}`,
  )
  const now = app.clock.now()
  const { id: paymentId } = await aPayment(app.db, {
    subscriptionId,
    memberId: member.id,
    plan,
    capturedAt: now,
  })
  await emit(app.db, subscriptionActivated, { subscriptionId, paymentId }, now)
  await app.drain()
  const [mail] = await app.mails(member.email)
  expect(mail?.text).toContain(expected)
})
