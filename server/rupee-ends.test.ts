import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { getClosing } from '#contract/payouts/closing-routes.ts'
import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { settleClosings } from '#server/domains/subscriptions/lifecycle/page-closure.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { auditProblems } from './testing/audited.ts'
import { aPageInRupees, nightlyProblems } from './testing/page-in-rupees.ts'
import { accountsOf, paymentOf } from './testing/payable-page.ts'
import { moveClocksTogether, steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* How money in rupees goes back: disputed by a bank, or because the page closes. Amounts in paise. */

const DAY_SECONDS = 86_400

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const sandbox = () => steerSandbox(app)

type Page = Awaited<ReturnType<typeof aPageInRupees>>

async function expectSoundBooks(): Promise<void> {
  expect(await nightlyProblems(app)).toEqual([{ problems: [] }])
  expect(await auditProblems(app)).toEqual([])
}

const isMember = async (page: Page) =>
  (await app.call(getUserSubscriptions, {}, { as: await page.members() })).body.some(
    ({ accessUntil }) => accessUntil !== null && Date.parse(accessUntil) > app.clock.now().getTime(),
  )

describe('a bank that disputes ₹499', () => {
  async function dispute(outcome: 'won' | 'lost') {
    const page = await aPageInRupees(app)
    await page.join(page.rupees.id)
    const { providerPaymentId } = await paymentOf(app, page.member.id)
    const { id } = await sandbox().post(`/payments/${providerPaymentId}/dispute`)
    await sandbox().deliver()
    const frozen = await accountsOf(app, page.creator.id)
    expect(frozen).toMatchObject({ 'disputes INR': -49_900 })
    expect(frozen).not.toHaveProperty('creator_balance INR')
    await sandbox().post(`/disputes/${String(id)}/settle`, { outcome })
    await sandbox().deliver()
    return page
  }

  test('and loses returns it to page and platform in rupees, and nothing else moves', async () => {
    const page = await dispute('won')
    const after = await accountsOf(app, page.creator.id)
    expect(after).toMatchObject({ 'creator_balance INR': -44_910, 'platform_fees INR': -4990 })
    expect(Object.keys(after).filter((account) => account.endsWith(' USD'))).toEqual([])
    expect(await isMember(page)).toBe(true)
    await expectSoundBooks()
  })

  test('and wins takes it from both in rupees, and ends the membership it paid for', async () => {
    const page = await dispute('lost')
    const after = await accountsOf(app, page.creator.id)
    expect(after).not.toHaveProperty('creator_balance INR')
    expect(after).not.toHaveProperty('disputes INR')
    expect(await isMember(page)).toBe(false)
    const told = (await app.mails(page.member.email)).concat(await app.mails(page.owner.email))
    const disputes = told.filter(({ subject }) => /dispute/i.test(subject))
    expect(disputes.length).toBeGreaterThan(0)
    for (const { subject, text } of disputes) {
      expect(`${subject} ${text}`).toContain('₹499')
      expect(`${subject} ${text}`).not.toContain('$')
    }
    await expectSoundBooks()
  })
})

test('a closing page pays back rupee payments for the remaining time, in rupees', async () => {
  const page = await aPageInRupees(app)
  await page.join(page.rupees.id)
  await moveClocksTogether(app, 10 * DAY_SECONDS)
  const closedAt = Math.floor(app.clock.now().getTime() / 1000) * 1000
  const period = await one(
    app.db,
    sql<{ from: Date; until: Date }>`select period_from as "from", period_until as until from payments
      where creator_id = ${page.creator.id}`,
  )
  const { currentPassword } = page
  expect((await app.call(requestDeletion, { currentPassword }, { as: await page.owners() })).status).toBe(200)
  await app.drain()
  const left = (period.until.getTime() - closedAt) / (period.until.getTime() - period.from.getTime())
  const owed = 49_900 * left
  const { body } = await app.call(getClosing, {}, { as: await page.owners() })
  expect(body).toMatchObject({ memberCount: 1, returned: 0, balance: 0 })
  expect(Math.abs((body.rupees?.returned ?? 0) * 100 - owed)).toBeLessThanOrEqual(1)

  await moveClocksTogether(app, 15 * DAY_SECONDS)
  await enqueue(app.db, settleClosings, {})
  await app.drain()
  await sandbox().deliver()
  const refunds = await many(
    app.db,
    sql<{
      cents: number
      currency: string
      status: string
    }>`select r.amount_cents as cents, p.currency, r.status
      from refunds r join payments p on p.id = r.payment_id where p.creator_id = ${page.creator.id}`,
  )
  expect(refunds).toMatchObject([{ currency: 'INR', status: 'processed' }])
  expect(Math.abs((refunds[0]?.cents ?? 0) - owed)).toBeLessThanOrEqual(1)
  expect(await isMember(page)).toBe(false)
  await expectSoundBooks()
})
