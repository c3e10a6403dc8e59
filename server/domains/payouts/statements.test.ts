import { afterAll, beforeAll, expect, test } from 'vitest'

import { getBalance } from '#contract/payouts/routes.ts'
import { getStatement, getStatementFile, getStatements } from '#contract/payouts/statement-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { parseCsv } from '#server/platform/csv.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { changeDetails } from './details.ts'
import { requestPayout } from './payouts.ts'
import { statementPdf } from './statement-files.ts'

let app: TestApp
let owners: TestSession
let month: string
let creatorId: string
let ownerId: string

/** Two payments of an earlier month; this month one of $50, of which $20 went back. */
beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db)
  ownerId = owner.id
  owners = await aSession(app.db, app.platform, ownerId)
  const creator = await aCreator(app.db, owner.id, { platformPlan: 'Pro', pageName: 'अशा राव' })
  creatorId = creator.id
  const plan = await aPlan(app.db, creator.id, { name: 'Tipsy' })
  const member = await aUser(app.db, { name: '=Ravi Menon' })
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const pay = (amountCents: number, capturedAt: Date) =>
    aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents, capturedAt })
  await pay(1000, new Date('2026-02-28T23:59:59.999Z'))
  await pay(2000, new Date('2026-03-01T00:00:00.000Z'))
  const now = app.clock.now()
  month = now.toISOString().slice(0, 7)
  const { id: paymentId } = await pay(5000, now)
  await app.db.transaction().execute((db) =>
    refundPayment(db, {
      paymentId,
      origin: 'operator',
      amountCents: 2000,
      reason: 'Support',
      now: new Date(now.getTime() + 1),
    }),
  )
})
afterAll(() => app.close())

const read = (of: string) => app.call(getStatement, { month: of }, { as: owners })
const file = async (format: 'csv' | 'pdf') => {
  const { body } = await app.call(getStatementFile, { month, format }, { as: owners })
  return { ...body, bytes: Buffer.from(body.base64, 'base64') }
}

test('a month begins where the one before ended, and months begin at midnight in UTC', async () => {
  expect((await app.call(getStatements, {}, { as: owners })).body).toEqual([
    { month, currency: 'USD', net: 27 },
    { month: '2026-03', currency: 'USD', net: 18 },
    { month: '2026-02', currency: 'USD', net: 9 },
  ])
  expect((await read('2026-02')).body).toMatchObject({ opening: 0, closing: 9, gross: 10, fee: 1, net: 9 })
  expect((await read('2026-03')).body).toMatchObject({ opening: 9, closing: 27 })
})

test('its lines sum to its totals, refunds included, and its end is the balance', async () => {
  const { body } = await read(month)
  expect(body).toMatchObject({ opening: 27, gross: 30, fee: 3, net: 27, paidOut: 0, closing: 54 })
  expect(body.lines.map(({ kind, gross, fee, net }) => ({ kind, gross, fee, net }))).toEqual([
    { kind: 'charge', gross: 50, fee: 5, net: 45 },
    { kind: 'refund', gross: -20, fee: -2, net: -18 },
  ])
  const { body: balance } = await app.call(getBalance, {}, { as: owners })
  expect(balance.available + balance.pending).toBe(body.closing)
})

test('its lines come page by page, each once, and the sums are of the whole month on each', async () => {
  const { body: first } = await app.call(getStatement, { month, limit: 1 }, { as: owners })
  const cursor = first.lines[0]?._id
  const { body: second } = await app.call(getStatement, { month, limit: 1, cursor }, { as: owners })
  const { lines, ...whole } = (await read(month)).body
  expect([...first.lines, ...second.lines]).toEqual(lines)
  for (const { lines: part, ...sums } of [first, second]) {
    expect(sums).toEqual(whole)
    expect(part).toHaveLength(1)
  }
  const { body: end } = await app.call(getStatement, { month, cursor: lines.at(-1)?._id }, { as: owners })
  expect(end).toEqual({ ...whole, lines: [] })
})

test('as CSV it has every line, and nothing a spreadsheet would run', async () => {
  const { bytes, fileName, contentType } = await file('csv')
  expect([fileName, contentType]).toEqual([`cheers-statement-${month}.csv`, 'text/csv'])
  const [heading, opening, ...rows] = parseCsv(bytes.toString())
  expect(heading).toEqual(['date', 'kind', 'about', 'gross', 'fee', 'net', 'currency'])
  expect(opening?.at(5)).toBe('27')
  expect(rows.map((row) => row[5])).toEqual(['45', '-18', '54'])
  expect(rows[0]?.[2]).toBe("'=Ravi Menon, Tipsy")
})

test('as PDF it is a PDF', async () => {
  const { bytes, contentType } = await file('pdf')
  expect(contentType).toBe('application/pdf')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('as PDF it has every line, however many there are', async () => {
  const line = {
    id: newId(new Date()),
    kind: 'charge',
    grossCents: 999,
    feeCents: 100,
    netCents: 899,
    carriedCents: 0,
  } as const
  const lines = Array.from({ length: 1200 }, (_, index) => ({
    ...line,
    at: new Date('2026-03-05T10:00:00Z'),
    about: `Supporter ${index + 1}, Tipsy`,
  }))
  const sum = (of: 'grossCents' | 'feeCents' | 'netCents') => lines.reduce((total, row) => total + row[of], 0)
  const pagesOf = async (count: number) => {
    const pdf = await statementPdf(
      {
        month: '2026-03',
        currency: 'USD',
        openingCents: 0,
        closingCents: sum('netCents'),
        grossCents: sum('grossCents'),
        feeCents: sum('feeCents'),
        netCents: sum('netCents'),
        paidOutCents: 0,
        disputes: [],
        reservedCents: 0,
        lineCount: count,
        lines: lines.slice(0, count),
      },
      { pageName: 'Asha', operator: { name: 'Cheers', address: 'Here' }, now: new Date(), language: 'en' },
    )
    return Number(/\/Type \/Pages[\s\S]*?\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])
  }
  const [few, all] = [await pagesOf(200), await pagesOf(1200)]
  // The first page also has the totals; every two hundred lines after it take the same number of pages.
  expect(all).toBeGreaterThanOrEqual(6 * (few - 1))
})

test('a future month has none, and neither has a user without a page', async () => {
  expect((await read('2090-01')).failure.code).toBe('statement_not_found')
  expect((await read('2026-13')).status).toBe(422)
  const stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  expect((await app.call(getStatement, { month }, { as: stranger })).status).toBe(403)
})

test('a payout lowers the balance, not what its month brought', async () => {
  // Its month may be the next one.
  const later = await app.clock.advance(app.db, 8 * 86_400_000)
  owners = await aSession(app.db, app.platform, ownerId)
  const form = { method: 'paypal', holder: 'Asha Rao', paypalEmail: 'asha@example.com' } as const
  await app.db.transaction().execute(async (db) => {
    await changeDetails(db, app.platform, { creatorId, form, now: later })
    await requestPayout(db, creatorId, later)
  })
  const { body: months } = await app.call(getStatements, {}, { as: owners })
  const brought = await Promise.all(months.map(async (each) => (await read(each.month)).body.net))
  expect(months.map(({ net }) => net)).toEqual(brought)
  expect(brought.reduce((sum, net) => sum + net, 0)).toBe(54)
})
