import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { decideRefund, getRefunds, giveRefund, requestRefund } from '#contract/payments/refund-routes.ts'
import { getBalance } from '#contract/payouts/routes.ts'
import { getPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import {
  accountsOf,
  aPayablePage,
  type PayablePage,
  expectAllReturned,
  paymentOf,
} from '#server/testing/payable-page.ts'
import { type PaymentSandbox, moveClocksTogether, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { refundPayment } from '../service.ts'

const DAY_MS = 86_400_000

let app: TestApp
let sandbox: PaymentSandbox
let page: PayablePage

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  page = await aPayablePage(app)
})

const listPosts = () =>
  app.call(getPostsByPageHandle, { pageHandle: page.creator.handle }, { as: page.members })

/** Ravi opens the newest posts. */
async function openPosts(count: number) {
  const { body } = await listPosts()
  for (const { _id } of body.slice(0, count)) await app.call(getPost, { id: _id }, { as: page.members })
  await app.platform.writeBehind.flush()
}

/** Five posts for members, of which Ravi opens some. */
async function publishFive(openedCount: number) {
  for (let index = 0; index < 5; index += 1) await aPost(app.db, page.creator.id, { planId: page.plan.id })
  await openPosts(openedCount)
}

describe('a supporter who hardly used the membership', () => {
  test('gets the money back at once: provider, ledger, access and mails', async () => {
    const payment = await page.join()
    await publishFive(0)
    const { body } = await page.ask(payment.id)
    expect(body).toMatchObject({ status: 'approved' })
    await app.drain()
    await sandbox.deliver()

    expect(await page.ownPayment()).toMatchObject({
      refunded: 9.99,
      refundStatus: 'processed',
      refundableUntil: null,
    })
    expect((await app.call(getUserSubscriptions, {}, { as: page.members })).body).toEqual([])
    const { body: balance } = await app.call(getBalance, {}, { as: page.owners })
    expect(balance).toMatchObject({ available: 0, pending: 0 })
    await expectAllReturned(app, page.creator.id)
    const subjects = (await app.mails(page.member.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your refund of $9.99 from Asha Rao has been sent')
    expect((await app.mails(page.owner.email)).map(({ subject }) => subject)).toContain(
      '$9.99 went back to Ravi Menon',
    )
    const state = (await sandbox.get('/state')) as { payments: Record<string, { amountRefunded: number }> }
    expect(state.payments[payment.providerPaymentId]?.amountRefunded).toBe(999)
  })

  test('gets it back without asking once; the second time the creator decides', async () => {
    const first = await page.join()
    expect((await page.ask(first.id)).body.status).toBe('approved')
    await app.drain()
    await sandbox.deliver()
    const second = await page.join()
    expect(second.id).not.toBe(first.id)
    expect((await page.ask(second.id)).body.status).toBe('requested')
  })
})

describe('what counts as opened', () => {
  test('is a post that was opened, never what a list carried', async () => {
    const payment = await page.join()
    await publishFive(0)
    const { body } = await listPosts()
    expect(body.map(({ locked }) => locked)).toEqual([false, false, false, false, false])
    await app.platform.writeBehind.flush()
    expect((await page.ask(payment.id)).body.status).toBe('approved')
  })

  test('is a fifth of the posts: a member who opened one of five asks the creator', async () => {
    const payment = await page.join()
    await publishFive(1)
    expect((await page.ask(payment.id)).body.status).toBe('requested')
  })

  test('is counted since the charge: a renewal of which nothing was read is refunded at once', async () => {
    const first = await page.join()
    await publishFive(5)
    await moveClocksTogether(app, 31 * 86_400)
    page.members = await aSession(app.db, app.platform, page.member.id)
    const renewal = await paymentOf(app, page.member.id)
    expect(renewal.id).not.toBe(first.id)
    expect((await page.ask(renewal.id)).body.status).toBe('approved')
  })

  test('is counted again after a renewal, as soon as something is read', async () => {
    await page.join()
    await publishFive(5)
    await moveClocksTogether(app, 31 * 86_400)
    page.members = await aSession(app.db, app.platform, page.member.id)
    await openPosts(1)
    expect((await page.ask((await paymentOf(app, page.member.id)).id)).body.status).toBe('requested')
  })
})

describe('a supporter who used it', () => {
  test('asks the creator, who reads why and how much was opened, and approves', async () => {
    const payment = await page.join()
    await publishFive(1)
    expect((await page.ask(payment.id)).body.status).toBe('requested')
    expect((await page.ask(payment.id)).failure.code).toBe('refund_exists')
    await app.drain()
    expect((await app.mails(page.owner.email)).map(({ subject }) => subject)).toContain(
      'Ravi Menon asks for a refund of $9.99',
    )

    const [request] = (await app.call(getRefunds, { status: 'requested' }, { as: page.owners })).body
    expect(request).toMatchObject({
      supporter: { name: 'Ravi Menon' },
      paid: 9.99,
      reason: 'I joined the wrong page',
      posts: { opened: 1, total: 5 },
    })
    const refundId = request?._id ?? ''
    const approved = await app.call(
      decideRefund,
      { refundId, decision: 'approve', amount: 4, note: 'Half is fair' },
      { as: page.owners },
    )
    expect(approved.body.status).toBe('approved')
    const again = await app.call(decideRefund, { refundId, decision: 'decline' }, { as: page.owners })
    expect(again.failure.code).toBe('refund_decided')
    await app.drain()
    await sandbox.deliver()

    expect(await page.ownPayment()).toMatchObject({ refunded: 4, refundStatus: 'processed' })
    // A partial refund leaves the membership as it is.
    expect((await app.call(getUserSubscriptions, {}, { as: page.members })).body).toHaveLength(1)
    expect(await accountsOf(app, page.creator.id)).toMatchObject({
      'provider_clearing USD': 599,
      // 10 % of 9.99 is 1.00, of which 10 % of 4.00 went back.
      'platform_fees USD': -60,
      'creator_balance USD': -539,
    })
  })

  test('keeps the membership when the creator declines, and reads why', async () => {
    const payment = await page.join()
    await publishFive(5)
    const refundId = (await page.ask(payment.id)).body._id
    await app.call(
      decideRefund,
      { refundId, decision: 'decline', note: 'You read it all' },
      { as: page.owners },
    )
    await app.drain()
    expect(await page.ownPayment()).toMatchObject({ refunded: 0, refundStatus: 'declined' })
    const mail = (await app.mails(page.member.email)).find(({ subject }) => subject.includes('declined'))
    expect(mail?.text).toContain('You read it all')
    expect((await app.call(getUserSubscriptions, {}, { as: page.members })).body).toHaveLength(1)
  })
})

describe('a request', () => {
  test('comes too late after seven days', async () => {
    const payment = await page.join()
    // Moments of payments stay as they were written, so this is the owner with the triggers silenced.
    await app.db.transaction().execute(async (db) => {
      await run(db, sql`set local session_replication_role = replica`)
      await run(
        db,
        sql`update payments set captured_at = ${new Date(app.clock.now().getTime() - 7 * DAY_MS)} where id = ${payment.id}`,
      )
    })
    expect((await page.ask(payment.id)).failure.code).toBe('refund_window_over')
  })

  test("is decided by nobody but the page's creator", async () => {
    const payment = await page.join()
    await publishFive(5)
    const refundId = (await page.ask(payment.id)).body._id
    const other = await aPayablePage(app)
    for (const as of [other.owners, other.members, page.members]) {
      const answer = await app.call(decideRefund, { refundId, decision: 'approve' }, { as })
      expect([answer.status, answer.failure.code]).toEqual([404, 'refund_not_found'])
    }
    const stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    expect(
      (await app.call(requestRefund, { paymentId: payment.id, reason: 'x' }, { as: stranger })).status,
    ).toBe(404)
  })
})

describe('a creator', () => {
  test('refunds money unasked, but never more than is left', async () => {
    const payment = await page.join()
    const give = (amount?: number) =>
      app.call(
        giveRefund,
        { paymentId: payment.id, reason: 'A late start', ...(amount === undefined ? {} : { amount }) },
        { as: page.owners },
      )
    expect((await give(10)).failure.code).toBe('refund_too_large')
    expect((await give(5)).body.status).toBe('approved')
    expect((await give(5)).failure.code).toBe('refund_too_large')
    expect((await give()).body.status).toBe('approved')
    expect((await give()).failure.code).toBe('refund_too_large')
    await app.drain()
    await sandbox.deliver()
    expect(await page.ownPayment()).toMatchObject({ refunded: 9.99 })
    await expectAllReturned(app, page.creator.id)
  })

  test('and the operator refunding at the same moment do so once', async () => {
    const payment = await page.join()
    const order = {
      paymentId: payment.id,
      origin: 'operator' as const,
      amountCents: null,
      reason: 'Support',
      now: app.clock.now(),
    }
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        app.platform.database.db.transaction().execute((db) => refundPayment(db, order)),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await paymentOf(app, page.member.id)).refundedCents).toBe(999)
  })
})
