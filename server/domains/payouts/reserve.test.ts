import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getBalance, requestPayout } from '#contract/payouts/routes.ts'
import { getStatement } from '#contract/payouts/statement-routes.ts'
import { bookRefundFailed } from '#server/domains/ledger/service.ts'
import { refundUpTo } from '#server/domains/payments/service.ts'
import { type Db, one, run, sql } from '#server/platform/db/query.ts'
import { figureOf, PROOF_SEED, report, seeded } from '#server/testing/proofs/seeded.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { changeDetails } from './details.ts'
import { aPaidPage } from './paid-page-testing.ts'
import { getBalanceAt } from './service.ts'
import { INDIAN_BANK } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return app.platform.database.db.transaction().execute(work)
}

const giveBack = (paymentId: string, amountCents: number, now: Date) =>
  inTransaction((db) => refundUpTo(db, { paymentId, origin: 'operator', amountCents, reason: 'Test', now }))

describe('a yearly payment', () => {
  test('becomes available in twelve parts, the odd cents with the last one', async () => {
    const page = await aPaidPage(app)
    const paidAt = new Date('2025-01-31T10:00:00.000Z')
    // $107 less ten per cent is $96.30: eleven times $8.02 and once $8.08.
    await page.pay(10_700, paidAt, 'yearly')
    const balanceOn = (day: string) => getBalanceAt(app.db, page.creatorId, new Date(day))
    const reservedUntil = new Date('2025-12-31T10:00:00.000Z')
    expect(await balanceOn('2025-01-31T10:00:00.000Z')).toEqual({
      availableMinor: 0,
      pendingMinor: 802,
      reservedMinor: 8828,
      reservedUntil,
    })
    expect(await balanceOn('2025-02-07T10:00:00.000Z')).toMatchObject({
      availableMinor: 802,
      pendingMinor: 0,
      reservedMinor: 8828,
    })
    // In a month without a 31st it is the last day, and the months are counted from the first, not from there.
    expect((await balanceOn('2025-02-28T09:59:59.999Z')).availableMinor).toBe(802)
    expect((await balanceOn('2025-02-28T10:00:00.000Z')).availableMinor).toBe(1604)
    expect((await balanceOn('2025-03-31T09:59:59.999Z')).availableMinor).toBe(1604)
    expect((await balanceOn('2025-03-31T10:00:00.000Z')).availableMinor).toBe(2406)
    expect((await balanceOn('2025-12-31T09:59:59.999Z')).availableMinor).toBe(11 * 802)
    expect(await balanceOn('2025-12-31T10:00:00.000Z')).toEqual({
      availableMinor: 9630,
      pendingMinor: 0,
      reservedMinor: 0,
      reservedUntil: null,
    })
    expect((await balanceOn('2026-06-01T00:00:00.000Z')).availableMinor).toBe(9630)
  })

  test('is refunded out of its reserve first', async () => {
    const page = await aPaidPage(app)
    const paidAt = new Date('2025-01-10T10:00:00.000Z')
    const payment = await page.pay(12_000, paidAt, 'yearly')
    const now = new Date('2025-03-20T00:00:00.000Z')
    // Three months of $9 have begun; $90 of the $120 go back, $81 of them the creator's: all the months to come.
    await giveBack(payment, 9000, now)
    expect(await getBalanceAt(app.db, page.creatorId, now)).toEqual({
      availableMinor: 2700,
      pendingMinor: 0,
      reservedMinor: 0,
      reservedUntil: null,
    })
    await giveBack(payment, 1000, now)
    expect(await getBalanceAt(app.db, page.creatorId, now)).toMatchObject({
      availableMinor: 1800,
      reservedMinor: 0,
    })
  })

  test('can be paid out as far as its months have begun, and no further', async () => {
    const page = await aPaidPage(app)
    const now = app.clock.now()
    await page.pay(120_000, new Date(now.getTime() - 8 * DAY_MS), 'yearly')
    await inTransaction((db) =>
      changeDetails(db, app.platform, { creatorId: page.creatorId, form: INDIAN_BANK, now }),
    )
    const as = { as: page.session }
    const { body: before } = await app.call(getBalance, {}, as)
    expect(before).toMatchObject({ available: 90, pending: 0, reserved: 990 })
    expect(before.reservedUntil).not.toBeNull()
    const { body } = await app.call(requestPayout, {}, as)
    expect(body.payout.amount).toBe(90)
    const { body: after } = await app.call(getBalance, {}, as)
    expect(after).toMatchObject({ available: 0, reserved: 990 })
    const month = now.toISOString().slice(0, 7)
    const { body: statement } = await app.call(getStatement, { month }, as)
    expect(statement).toMatchObject({ reserved: 990, closing: 990 })
  })

  test('counts a refund that failed as taken back until it did', async () => {
    const page = await aPaidPage(app)
    const paymentId = await page.pay(12_000, new Date('2026-01-10T10:00:00.000Z'), 'yearly')
    const refund = await giveBack(paymentId, 12_000, new Date('2026-02-20T00:00:00.000Z'))
    if (!refund) throw new Error('Nothing was given back')
    const { id, amountCents, feeCents, netCents } = refund
    await inTransaction(async (db) => {
      const { providerPaymentId } = await one(
        db,
        sql<{ providerPaymentId: string }>`update payments set refunded_cents = 0 where id = ${paymentId}
          returning provider_payment_id as "providerPaymentId"`,
      )
      await run(db, sql`update refunds set status = 'failed', settled_at = now() where id = ${id}`)
      const taken = { amountMinor: amountCents, feeMinor: feeCents, netMinor: netCents }
      const of = { id, paymentId: providerPaymentId, creatorId: page.creatorId, currency: 'USD', ...taken }
      await bookRefundFailed(db, { ...of, occurredAt: new Date('2026-03-05T00:00:00.000Z') }, false)
    })
    const reservedIn = async (month: string) =>
      (await app.call(getStatement, { month }, { as: page.session })).body.reserved
    // Eleven months of $9; nothing; ten less one that has begun.
    expect(await reservedIn('2026-01')).toBe(99)
    expect(await reservedIn('2026-02')).toBe(0)
    expect(await reservedIn('2026-03')).toBe(81)
  })

  test('is in no statement of a month before it', async () => {
    const page = await aPaidPage(app)
    const start = new Date('2026-03-01T00:00:00.000Z')
    await page.pay(12_000, new Date(start.getTime() - 1), 'yearly')
    await page.pay(24_000, start, 'yearly')
    const reservedIn = async (month: string) =>
      (await app.call(getStatement, { month }, { as: page.session })).body.reserved
    expect(await reservedIn('2026-01')).toBe(0)
    // Eleven months of $9; a month later ten, and ten of $18, whose second begins as the month ends.
    expect(await reservedIn('2026-02')).toBe(99)
    expect(await reservedIn('2026-03')).toBe(90 + 180)
  })
})

/** One payment in the reference: the cents of each month, and when it begins. */
interface Year {
  id: string
  paidAt: Date
  months: { from: Date; cents: number }[]
}

/** Takes money back from the end of the year backwards. */
function takeFromTheEnd(year: Year, cents: number): void {
  let rest = cents
  for (const month of year.months.toReversed()) {
    const taken = Math.min(month.cents, rest)
    month.cents -= taken
    rest -= taken
  }
}

/** The same day of a later month by the calendar, worked out day by day. */
function monthsLater(from: Date, count: number): Date {
  const day = from.getUTCDate()
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1)
  const time = from.getTime() % DAY_MS
  let moment = first
  while (
    new Date(moment).getUTCDate() < day &&
    new Date(moment + DAY_MS).getUTCMonth() === new Date(first).getUTCMonth()
  )
    moment += DAY_MS
  return new Date(moment + time)
}

test('a month begins at the time of day of its payment, also where a month is too short for its day', async () => {
  const page = await aPaidPage(app)
  const days = ['01-28', '01-29', '01-30', '01-31', '02-01', '02-28', '03-31']
  const times = [
    '00:00:00.000',
    '00:00:00.001',
    '09:59:59.999',
    '10:00:00.000',
    '10:00:00.001',
    '23:59:59.999',
  ]
  const paid = days.flatMap((day) => times.map((time) => new Date(`2025-${day}T${time}Z`)))
  // The creator gets 90 cents a month of the first, twice as much of the second, and so on: sums tell which have begun.
  for (const [place, at] of paid.entries()) await page.pay(1200 * (place + 1), at, 'yearly')
  const lookedAt = ['04-01', '04-27', '04-28', '04-29', '04-30', '05-31', '06-01', '12-31'].flatMap((day) =>
    ['00:00', '10:00'].map((time) => `2025-${day}T${time}:00.000Z`),
  )
  for (const moment of [...lookedAt, '2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z']) {
    const now = new Date(moment)
    let [reserved, until]: [number, Date | null] = [0, null]
    for (const [place, at] of paid.entries())
      for (let month = 1; month < 12; month += 1) {
        const from = monthsLater(at, month)
        if (from <= now) continue
        reserved += 90 * (place + 1)
        if (!until || from > until) until = from
      }
    const { reservedMinor, reservedUntil } = await getBalanceAt(app.db, page.creatorId, now)
    expect([moment, reservedMinor, reservedUntil]).toEqual([moment, reserved, until])
  }
})

const STEPS = figureOf('PROVE_RESERVES', 60)

test(
  `available, pending and reserve are the whole balance, whatever is paid and goes back (${STEPS} steps)`,
  async () => {
    const random = seeded(PROOF_SEED)
    const page = await aPaidPage(app)
    const start = new Date('2024-01-01T00:00:00.000Z').getTime()
    const years: Year[] = []
    let now = start
    for (let step = 0; step < STEPS; step += 1) {
      now += random(20 * DAY_MS)
      const at = new Date(now)
      const known = years[random(Math.max(1, years.length))]
      if (known && random(3) === 0) {
        const left = known.months.reduce((sum, { cents }) => sum + cents, 0)
        const refund = await giveBack(known.id, 1 + random(4000), at)
        takeFromTheEnd(known, Math.min(left, refund?.netCents ?? 0))
      } else {
        const isYearly = random(2) === 0
        const cents = isYearly ? 5000 + random(50_000) : 500 + random(3000)
        const id = await page.pay(cents, at, isYearly ? 'yearly' : 'monthly')
        // The platform takes ten per cent, half cents rounded up.
        const net = cents - Math.floor((cents + 5) / 10)
        const share = Math.floor(net / 12)
        const months = isYearly
          ? Array.from({ length: 12 }, (_, month) => ({
              from: monthsLater(at, month),
              cents: month === 11 ? net - 11 * share : share,
            }))
          : [{ from: at, cents: net }]
        years.push({ id, paidAt: at, months })
      }
      const seen = new Date(now + random(40 * DAY_MS))
      let [available, pending, reserved] = [0, 0, 0]
      for (const { paidAt, months } of years)
        for (const { from, cents } of months) {
          if (from > seen) reserved += cents
          else if (seen.getTime() - paidAt.getTime() < 7 * DAY_MS) pending += cents
          else available += cents
        }
      const balance = await getBalanceAt(app.db, page.creatorId, seen)
      expect(balance).toMatchObject({
        availableMinor: available,
        pendingMinor: pending,
        reservedMinor: reserved,
      })
      const { owed } = await one(
        app.db,
        sql<{ owed: number }>`select coalesce(-sum(amount_minor), 0)::bigint as owed from ledger_entries
        where account = 'creator_balance' and creator_id = ${page.creatorId}`,
      )
      expect(balance.availableMinor + balance.pendingMinor + balance.reservedMinor).toBe(owed)
    }
    report('reserves', { steps: STEPS, payments: years.length })
  },
  60_000 + STEPS * 500,
)
