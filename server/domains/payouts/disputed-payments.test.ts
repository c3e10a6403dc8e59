import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { creatorDisputeSentence } from '#contract/payments/dispute-status.ts'
import { giveRefund } from '#contract/payments/refund-routes.ts'
import { getCreatorPayments } from '#contract/payments/routes.ts'
import { getBalance } from '#contract/payouts/routes.ts'
import { getStatement, getStatementFile, getStatements } from '#contract/payouts/statement-routes.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import { parseCsv } from '#server/platform/csv.ts'
import { aPayablePage, type PayablePage } from '#server/testing/payable-page.ts'
import { readPdfText } from '#server/testing/pdf-text.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const DAY_SECONDS = 86_400

let app: TestApp
let sandbox: PaymentSandbox
let page: PayablePage
let paymentId: string
let providerId: string

beforeAll(async () => {
  app = await startTestApp()
  sandbox = steerSandbox(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  await sandbox.post('/knobs', { reset: true })
  page = await aPayablePage(app)
  ;({ id: paymentId, providerPaymentId: providerId } = await page.join())
})

async function dispute(told: Record<string, unknown> = {}): Promise<string> {
  const { id } = await sandbox.post(`/payments/${providerId}/dispute`, told)
  await sandbox.deliver()
  return String(id)
}

async function decide(id: string, outcome: 'won' | 'lost' | 'closed'): Promise<void> {
  await sandbox.post(`/disputes/${id}/settle`, { outcome })
  await sandbox.deliver()
}

const thisMonth = () => app.clock.now().toISOString().slice(0, 7)

async function toNextMonth(): Promise<string> {
  const before = thisMonth()
  while (thisMonth() === before) {
    await app.clock.advance(app.db, DAY_SECONDS * 1000)
    await sandbox.post('/clock', { advanceSeconds: DAY_SECONDS })
  }
  await sandbox.deliver()
  for (const who of ['owner', 'member'] as const)
    page[who === 'owner' ? 'owners' : 'members'] = await aSession(app.db, app.platform, page[who].id)
  return before
}

const rowOfCreator = async () =>
  (await app.call(getCreatorPayments, {}, { as: page.owners })).body.find(({ _id }) => _id === paymentId)
const statement = async (month: string) => (await app.call(getStatement, { month }, { as: page.owners })).body
const file = async (month: string, format: 'csv' | 'pdf') =>
  Buffer.from(
    (await app.call(getStatementFile, { month, format }, { as: page.owners })).body.base64,
    'base64',
  )

test('a payment shows that it is disputed, to the creator and to the member', async () => {
  expect(await rowOfCreator()).toMatchObject({ disputes: [] })
  const id = await dispute()
  const told = { status: 'open', amount: 9.99, settledAt: null, respondBy: expect.any(String) as string }
  expect(await rowOfCreator()).toMatchObject({ disputes: [told] })
  // The amount the bank holds can't be requested once more.
  expect(await page.ownPayment()).toMatchObject({ disputes: [told], refundableUntil: null })
  await decide(id, 'won')
  const won = { status: 'won', amount: 9.99, settledAt: expect.any(String) as string, respondBy: null }
  expect(await rowOfCreator()).toMatchObject({ disputes: [won] })
  const own = await page.ownPayment()
  expect(own).toMatchObject({ disputes: [won] })
  expect(own?.refundableUntil).not.toBeNull()
})

test('several parts of one payment are listed separately, newest first', async () => {
  await decide(await dispute({ amount: 300 }), 'lost')
  await app.clock.advance(app.db, 1000)
  await dispute({ amount: 200, phase: 'fraud' })
  expect(await rowOfCreator()).toMatchObject({
    disputes: [
      { status: 'suspected', amount: 2 },
      { status: 'lost', amount: 3 },
    ],
  })
})

test('the statement shows the state when the month ended, on the page and in both files', async () => {
  const id = await dispute()
  const first = await toNextMonth()
  await decide(id, 'lost')
  const second = thisMonth()

  const [held, lost] = [await statement(first), await statement(second)]
  expect(held.lines.map(({ kind, net }) => ({ kind, net }))).toEqual([
    { kind: 'charge', net: 8.99 },
    { kind: 'dispute', net: -8.99 },
  ])
  expect(held.disputes).toMatchObject([{ about: 'Ravi Menon, Tipsy', status: 'open', amount: 9.99 }])
  expect(held.disputes.map((each) => creatorDisputeSentence(each))[0]).toMatch(
    /^Disputed with the bank, answer due \d+ \w+ \d{4}: \$9\.99 is held$/,
  )
  // Losing it moves no more money, and the month can still be read.
  expect(lost).toMatchObject({ lines: [], closing: 0, disputes: [{ status: 'lost', amount: 9.99 }] })
  const { body: months } = await app.call(getStatements, {}, { as: page.owners })
  expect(months).toEqual([
    { month: second, currency: 'USD', net: 0 },
    { month: first, currency: 'USD', net: 0 },
  ])
  const sentence = lost.disputes.map((each) => creatorDisputeSentence(each))[0] ?? ''
  expect(sentence).toMatch(/^Lost to a dispute: −\$9\.99 on \d+ \w+ \d{4}$/)
  const rows = parseCsv((await file(second, 'csv')).toString())
  expect(rows.at(-1)?.slice(1)).toEqual(['Dispute', `Ravi Menon, Tipsy: ${sentence}`, '', '', '', ''])
  expect(readPdfText(await file(second, 'pdf')).replace(/\s+/g, ' ')).toContain(sentence)
  const { body: balance } = await app.call(getBalance, {}, { as: page.owners })
  expect(balance.available + balance.pending).toBe(lost.closing)
})

test.each(['the creator', 'the operator'])(
  'a payment a bank only suspects can be refunded by %s, so that nothing is left for a chargeback',
  async (who) => {
    const id = await dispute({ phase: 'fraud' })
    expect(await rowOfCreator()).toMatchObject({
      disputes: [{ status: 'suspected', amount: 9.99 }],
      refunded: 0,
    })
    if (who === 'the creator')
      await app.call(giveRefund, { paymentId, reason: 'Not them' }, { as: page.owners })
    else
      await app.db.transaction().execute((db) =>
        refundPayment(db, {
          paymentId,
          origin: 'operator',
          amountCents: null,
          reason: 'Not them',
          now: app.clock.now(),
        }),
      )
    await app.drain()
    await sandbox.deliver()
    expect(await rowOfCreator()).toMatchObject({ refunded: 9.99, refund: { status: 'processed' } })
    const { body: before } = await app.call(getBalance, {}, { as: page.owners })
    // The bank continues anyway, and then drops it.
    await decide(id, 'closed')
    expect(await rowOfCreator()).toMatchObject({ disputes: [{ status: 'cleared' }] })
    expect((await app.call(getBalance, {}, { as: page.owners })).body).toEqual(before)
  },
)
