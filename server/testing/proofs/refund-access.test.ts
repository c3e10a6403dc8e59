import { afterAll, beforeAll, expect, test } from 'vitest'

import { hasAccess } from '#contract/subscriptions/engine/access.ts'
import { asViewer, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { applyProviderRefund, REFUND_NOTE } from '#server/domains/payments/refunds/provider-refunds.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { applyCharge } from '#server/domains/subscriptions/lifecycle/apply-charge.ts'
import { cancelAtPeriodEnd } from '#server/domains/subscriptions/lifecycle/cancel.ts'
import { getSubscription, membershipOf } from '#server/domains/subscriptions/queries.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import type { Db } from '#server/platform/db/query.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { newSuffix } from '#server/platform/ids.ts'
import type { RazorpayRefund } from '#server/platform/razorpay/entities.ts'

import { startTestApp, type TestApp } from '../test-app.ts'
import { figureOf, PROOF_SEED, report, seeded } from './seeded.ts'

/*
 * Access and money never part: one member's months with refunds that are decided, accepted by the provider, processed
 * or failed in any order, reported once or several times, with renewals and cancellations in between. The expectation
 * is a plain list of months with the state of each month's money:
 *
 * - A month is open as long as we hold its money. That includes money whose refund is only decided or accepted, but not
 *   money whose refund was processed, or accepted eleven days ago without having failed.
 * - Money whose refund failed is ours again, and its month is open again.
 * - A month charged after the refund of the month before it was decided is refunded automatically once that refund is
 *   processed, and isn't open from then on.
 */

const LIVES = figureOf('PROVE_REFUND_LIVES', 20)
const DAY_MS = 86_400_000
const MONTH_MS = 30 * DAY_MS
const PRICE_CENTS = 1000

type Money = 'ours' | 'decided' | 'taken on' | 'processed' | 'owed back'

interface Month {
  providerPaymentId: string
  from: number
  until: number
  money: Money
  decidedAt: number
  takenOnAt: number
  /** It counts as gone; `wasGone`: it once did, so the subscription ended with it. */
  isGone: boolean
  wasGone: boolean
  refund: RazorpayRefund | null
}

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const inTransaction = <Answer>(work: (db: Db) => Promise<Answer>) => app.db.transaction().execute(work)
const nowMs = () => app.clock.now().getTime()

test(
  `nobody reads without paying, nobody pays without reading (${LIVES} lives, seed ${PROOF_SEED})`,
  async () => {
    const random = seeded(PROOF_SEED)
    const seen = { acts: 0, open: 0, closed: 0, processed: 0, failed: 0, renewals: 0, returnedRenewals: 0 }
    for (let life = 0; life < LIVES; life += 1) await live(random, seen)
    report('refunds and access', { lives: LIVES, ...seen })
    expect(Math.min(seen.open, seen.closed, seen.processed, seen.failed, seen.renewals)).toBeGreaterThan(0)
  },
  60_000 + LIVES * 4000,
)

async function live(random: (below: number) => number, seen: Record<string, number>): Promise<void> {
  const count = (what: string) => (seen[what] = (seen[what] ?? 0) + 1)
  const { id: creatorId } = await aCreator(app.db, (await aUser(app.db)).id)
  const plan = await aPlan(app.db, creatorId, { priceCents: PRICE_CENTS })
  const member = await aUser(app.db)
  const { id } = await aSubscription(app.db, member.id, plan, { accessUntil: null, now: app.clock.now() })
  const months: Month[] = []
  let isCancelled = false
  const hasEnded = () => months.some(({ wasGone }) => wasGone)
  await charge()

  for (let acts = 4 + random(9); acts > 0; acts -= 1) {
    await act(random(9))
    await app.drain()
    await expectTogether()
    count('acts')
  }

  async function charge(): Promise<void> {
    const from = months.at(-1)?.until ?? Math.floor(nowMs() / 1000) * 1000
    const until = from + MONTH_MS
    const providerPaymentId = `pay_${newSuffix()}`
    const payment = {
      id: providerPaymentId,
      amount: PRICE_CENTS,
      currency: 'USD',
      status: 'captured',
      created_at: Math.floor(nowMs() / 1000),
    }
    const period = {
      payment,
      from: new Date(from),
      until: new Date(until),
      paidCount: months.length + 1,
      isOfCurrent: true,
    }
    for (let told = 1 + random(2); told > 0; told -= 1)
      await inTransaction((db) =>
        applyCharge(db, id, period, { now: app.clock.now(), log: app.platform.log }),
      )
    months.push({
      providerPaymentId,
      from,
      until,
      money: 'ours',
      decidedAt: 0,
      takenOnAt: 0,
      isGone: false,
      wasGone: false,
      refund: null,
    })
  }

  async function act(kind: number): Promise<void> {
    const month = months.at(-1)
    if (!month) return
    if (kind < 2) return decide(month)
    if (kind < 6) {
      const underWay = months.find(
        ({ money, refund }) => refund !== null && money !== 'ours' && money !== 'processed',
      )
      const status = (['pending', 'pending', 'processed', 'failed'] as const)[random(4)] ?? 'pending'
      return underWay && tell(underWay, status)
    }
    if (kind === 6) return cancel()
    if (kind === 7) return pass((1 + random(12)) * DAY_MS)
    return renew()
  }

  async function decide(month: Month): Promise<void> {
    if (month.money !== 'ours') return
    const order = {
      providerPaymentId: month.providerPaymentId,
      origin: 'operator' as const,
      amountCents: null,
      reason: 'Asked',
      now: app.clock.now(),
    }
    const refundId = await inTransaction(async (db) => {
      const paymentId = await paymentIdOf(db, month)
      return (await refundPayment(db, { ...order, paymentId })).id
    })
    month.money = 'decided'
    month.decidedAt = nowMs()
    month.refund = {
      id: `rfnd_${newSuffix()}`,
      payment_id: month.providerPaymentId,
      amount: PRICE_CENTS,
      currency: 'USD',
      status: 'pending',
      created_at: Math.floor(nowMs() / 1000),
      notes: { [REFUND_NOTE]: refundId },
    }
  }

  async function tell(month: Month, status: 'pending' | 'processed' | 'failed'): Promise<void> {
    const { refund } = month
    if (!refund) return
    for (let told = 1 + random(2); told > 0; told -= 1)
      await inTransaction((db) => applyProviderRefund(db, { ...refund, status }, app.clock.now()))
    // The refund owed for a month the membership didn't outlive stays owed, even if one attempt to pay it fails.
    if (month.money === 'owed back') {
      if (status !== 'pending') month.refund = null
      return
    }
    if (month.money === 'decided') month.takenOnAt = nowMs()
    if (status === 'pending') {
      month.money = 'taken on'
      // We queried it again, and the provider still calls it pending.
      if (isLongAgo(month)) goes(month)
      return
    }
    if (status === 'failed') {
      month.money = 'ours'
      month.isGone = false
      count('failed')
      return
    }
    month.money = 'processed'
    count('processed')
    goes(month)
  }

  function isLongAgo({ takenOnAt }: Month): boolean {
    return nowMs() - takenOnAt >= 11 * DAY_MS
  }

  /** The money of a month is on its way back: charges since that was decided go back as well. */
  function goes(month: Month): void {
    month.isGone = true
    if (month.wasGone) return
    month.wasGone = true
    for (const later of months.slice(months.indexOf(month) + 1))
      if (later.money === 'ours' || later.money === 'decided' || later.money === 'taken on') {
        if (later.money === 'ours') count('returnedRenewals')
        later.money = 'owed back'
      }
  }

  async function cancel(): Promise<void> {
    if (hasEnded() || isCancelled) return
    await inTransaction((db) =>
      cancelAtPeriodEnd(db, asViewer(member), { id, reason: null, now: app.clock.now() }),
    )
    isCancelled = true
  }

  async function pass(ms: number): Promise<void> {
    const end = months.at(-1)?.until ?? 0
    // Never beyond the paid time: unpaid renewals are tested elsewhere.
    await app.clock.advance(app.db, Math.max(0, Math.min(ms, end - nowMs() - DAY_MS)))
  }

  async function renew(): Promise<void> {
    const last = months.at(-1)
    if (hasEnded() || isCancelled || !last) return
    await app.clock.advance(app.db, Math.max(0, last.until - nowMs() + 60_000))
    await charge()
    count('renewals')
  }

  async function paymentIdOf(db: Db, month: Month): Promise<string> {
    const [row] = await many(
      db,
      sql<{ id: string }>`select id from payments where provider_payment_id = ${month.providerPaymentId}`,
    )
    return row?.id ?? ''
  }

  async function expectTogether(): Promise<void> {
    const now = nowMs()
    const isWithUs = (month: Month) =>
      month.money === 'ours' || month.money === 'decided' || (month.money === 'taken on' && !month.isGone)
    const isPaid = months.some((month) => isWithUs(month) && month.from <= now && now < month.until)
    const row = await getSubscription(app.db, id)
    const told = months.map(({ money, isGone }) => ({ money, isGone }))
    expect({ told, isOpen: hasAccess(membershipOf(row), app.clock.now()) }).toEqual({ told, isOpen: isPaid })
    count(isPaid ? 'open' : 'closed')
    const kept = await many(
      app.db,
      sql<{ cents: number }>`select refunded_cents as cents from payments
        where subscription_id = ${id} order by captured_at, id`,
    )
    expect(kept.map(({ cents }) => cents)).toEqual(
      months.map(({ money }) => (money === 'ours' ? 0 : PRICE_CENTS)),
    )
  }
}
