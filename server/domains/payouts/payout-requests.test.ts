import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { PayoutDetailsForm } from '#contract/payouts/details.ts'
import {
  getBalance,
  getPayoutDetails,
  getPayouts,
  requestPayout,
  savePayoutDetails,
} from '#contract/payouts/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { exportBankFile, importBankResults, repeatBankFile } from './bank-file.ts'
import { requestPayout as request } from './payouts.ts'
import { endDetailsHold, INDIAN_BANK } from './testing.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'quiet-otter-42-lamps'

let app: TestApp
let owner: BuiltUser
let owners: TestSession
let creatorId: string
/** Pays $100 that are available at once, $90 of them the creator's. */
let earn: () => Promise<string>

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  owner = await aUser(app.db, { name: 'Asha Rao', password: PASSWORD })
  owners = await aSession(app.db, app.platform, owner.id)
  const creator = await aCreator(app.db, owner.id, { platformPlan: 'Pro' })
  creatorId = creator.id
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  earn = async () => {
    const capturedAt = new Date(app.clock.now().getTime() - 8 * DAY_MS)
    return (
      await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt })
    ).id
  }
})

const inTransaction = <T>(work: (db: Db) => Promise<T>) => app.db.transaction().execute(work)
const ask = () => app.call(requestPayout, {}, { as: owners })
const save = (change: Partial<PayoutDetailsForm> = {}, currentPassword = PASSWORD) =>
  app.call(savePayoutDetails, { ...INDIAN_BANK, ...change, currentPassword }, { as: owners })
/** Saves details that are past their hold. */
async function saveLongAgo(change: Partial<PayoutDetailsForm> = {}): Promise<void> {
  await save(change)
  await endDetailsHold(app.db, creatorId, app.clock.now())
}
const approveWaiting = async () => {
  await run(app.db, sql`insert into jobs (name) values ('payouts.approve-waiting')`)
  await app.drain()
}
const list = async () => (await app.call(getPayouts, {}, { as: owners })).body
const balance = async () => (await app.call(getBalance, {}, { as: owners })).body
const exportFile = () => inTransaction((db) => exportBankFile(db, app.platform, app.clock.now()))
const importFile = (lines: string) =>
  importBankResults(inTransaction, `payout_id,status,bank_reference,reason\n${lines}`, app.clock.now())

describe('payout details', () => {
  test('are kept encrypted, and shown masked', async () => {
    expect((await save()).status).toBe(200)
    const { body } = await app.call(getPayoutDetails, {}, { as: owners })
    expect(body.details).toMatchObject({ method: 'bank', hint: '•••• 6789' })
    const [row] = await many(
      app.db,
      sql<{ row: string }>`select encode(encrypted_details, 'escape') as row from payout_details
      where creator_id = ${creatorId}`,
    )
    expect(row?.row).not.toContain('5010012345')
    expect(row?.row).not.toContain('HDFC')
  })

  test('need the password again', async () => {
    const { status, failure } = await save({}, 'not the password')
    expect([status, failure.code, failure.field]).toEqual([403, 'current_password_wrong', 'currentPassword'])
    expect((await app.call(getPayoutDetails, {}, { as: owners })).body.details).toBe(null)
  })

  test('say which field is wrong', async () => {
    const { status, failure } = await save({ ifsc: 'HDFC' })
    expect([status, failure.code, failure.field]).toEqual([422, 'payout_details_wrong', 'ifsc'])
  })

  test.each(['first', 'changed'])(
    'that are %s are held for five days, and their owner is mailed',
    async (which) => {
      if (which === 'changed') await saveLongAgo({ accountNumber: '111122223333' })
      const { body } = await save({ accountNumber: '999988887777' })
      expect(body.msg).toContain('nothing is sent to them for 5 days')
      const held =
        new Date(body.details.heldUntil ?? 0).getTime() - new Date(body.details.changedAt).getTime()
      expect(held).toBe(5 * DAY_MS)
      await app.drain()
      const [mail] = await app.mails(owner.email)
      expect(mail?.subject).toBe('Your payout details have changed')
      expect(mail?.text).toContain('nothing is sent there before')
      expect(mail?.text).not.toContain('999988887777')
    },
  )

  test('that are saved again unchanged stay as they are, and are mailed about once', async () => {
    await saveLongAgo()
    const { body } = await save()
    expect(body.details.heldUntil).toBe(null)
    await app.drain()
    const mails = (await app.mails(owner.email)).filter(({ subject }) =>
      subject.startsWith('Your payout details'),
    )
    expect(mails).toHaveLength(1)
  })
})

describe('a payout', () => {
  test('needs details and more than fifty dollars available', async () => {
    expect((await ask()).failure.code).toBe('payout_details_missing')
    await saveLongAgo()
    expect((await ask()).failure.code).toBe('payout_below_threshold')
    await earn()
    expect((await ask()).body.payout).toMatchObject({ amount: 90, status: 'approved', hint: '•••• 6789' })
    expect(await balance()).toMatchObject({ available: 0, pending: 0 })
    await earn()
    expect((await ask()).failure.code).toBe('payout_open')
  })

  test('is made once, however many requests arrive at the same time', async () => {
    await saveLongAgo()
    await earn()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => inTransaction((db) => request(db, creatorId, app.clock.now()))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance()).toMatchObject({ available: 0 })
  })

  test('goes to the bank in one file only, and is settled by its answer', async () => {
    await saveLongAgo({ holder: '=cmd' })
    await earn()
    await ask()
    const [first, second] = await Promise.all([exportFile(), exportFile()])
    const file = [first, second].find(({ csv }) => csv.includes('50100123456789'))
    const [payout] = await list()
    expect([first, second].filter(({ csv }) => csv.includes(payout?._id ?? ''))).toHaveLength(1)
    expect(file?.csv).toContain(`${payout?._id},90.00,USD,bank,'=cmd,50100123456789,HDFC0001234`)
    expect((await inTransaction((db) => repeatBankFile(db, app.platform, file?.batchId ?? ''))).csv).toBe(
      file?.csv,
    )
    expect(payout?.status).toBe('sent')

    const line = `${payout?._id},paid,UTR123,`
    expect(await importFile(line)).toEqual({ applied: 1, problems: [] })
    expect((await importFile(line)).applied).toBe(0)
    expect((await list())[0]).toMatchObject({ status: 'paid', bankReference: 'UTR123' })
    await app.drain()
    expect((await app.mails(owner.email)).map(({ subject }) => subject)).toContain('$90 has been paid out')
    expect((await importFile(`${payout?._id},reversed,,Account closed`)).applied).toBe(1)
    expect((await importFile(`${payout?._id},reversed,,Account closed`)).applied).toBe(0)
    expect(await balance()).toMatchObject({ available: 90 })
  })

  test('that failed is the creator’s again, once', async () => {
    await saveLongAgo()
    await earn()
    await ask()
    await exportFile()
    const [payout] = await list()
    const result = await importFile(
      `${payout?._id},failed,,No such account\n${payout?._id},failed,,No such account\nnobody,paid,,`,
    )
    expect(result.applied).toBe(1)
    expect(result.problems).toHaveLength(2)
    expect(await balance()).toMatchObject({ available: 90 })
    expect((await list())[0]).toMatchObject({ status: 'failed', failureReason: 'No such account' })
  })

  test('is in the file that is written right after the request', async () => {
    await saveLongAgo()
    await earn()
    const { body } = await ask()
    expect((await exportFile()).csv).toContain(body.payout._id)
  })

  test('waits while changed details are held, and then goes to the ones it was requested with', async () => {
    await saveLongAgo()
    await save({ accountNumber: '111122223333' })
    await earn()
    expect((await ask()).body.msg).toContain('as soon as the hold on your new payout details ends')
    await approveWaiting()
    expect((await list())[0]?.status).toBe('requested')
    await endDetailsHold(app.db, creatorId, app.clock.now())
    await approveWaiting()
    expect((await list())[0]?.status).toBe('approved')
    await save({ accountNumber: '444455556666' })
    expect((await exportFile()).csv).toContain('111122223333')
  })

  test('to first details waits five days, so that a thief who adds them has nothing by then', async () => {
    await save({ accountNumber: '666666666666' })
    await earn()
    expect((await ask()).body.payout.status).toBe('requested')
    await app.clock.advance(app.db, 4 * DAY_MS)
    await approveWaiting()
    expect((await exportFile()).csv).not.toContain('666666666666')
    // The owner, warned by the mail, enters her real details: the thief's request is void.
    await save()
    expect((await list())[0]).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('Request it again'),
    })
    expect(await balance()).toMatchObject({ available: 90 })
    await app.clock.advance(app.db, 6 * DAY_MS)
    await approveWaiting()
    expect((await exportFile()).csv).not.toContain('666666666666')
    expect((await ask()).body.payout).toMatchObject({ amount: 90, status: 'approved', hint: '•••• 6789' })
    expect((await exportFile()).csv).toContain('50100123456789')
  })

  test('is not made to a creator who owes money: refunds since the request are checked first', async () => {
    await saveLongAgo()
    const paymentId = await earn()
    await ask()
    await inTransaction((db) =>
      refundPayment(db, {
        paymentId,
        origin: 'operator',
        amountCents: null,
        reason: 'Support',
        now: app.clock.now(),
      }),
    )
    expect(await balance()).toMatchObject({ available: -90 })
    expect((await exportFile()).csv).not.toContain('50100123456789')
    expect((await list())[0]).toMatchObject({ status: 'failed' })
    expect(await balance()).toMatchObject({ available: 0 })
  })

  test('after a refund of money already paid out, the balance is negative and nothing is paid twice', async () => {
    await saveLongAgo()
    const paymentId = await earn()
    await ask()
    await exportFile()
    const [payout] = await list()
    await importFile(`${payout?._id},paid,UTR,`)
    await inTransaction((db) =>
      refundPayment(db, {
        paymentId,
        origin: 'operator',
        amountCents: null,
        reason: 'Support',
        now: app.clock.now(),
      }),
    )
    expect(await balance()).toMatchObject({ available: -90 })
    await earn()
    expect((await ask()).failure.code).toBe('payout_below_threshold')
    const { sum } = await one(
      app.db,
      sql<{ sum: number }>`select sum(amount_minor)::bigint as sum from ledger_entries`,
    )
    expect(sum).toBe(0)
  })
})
