import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ProviderBooks } from '#scripts/provider-books.ts'
import { getBalanceAt } from '#server/domains/payouts/service.ts'
import { many, one, sql } from '#server/platform/db/query.ts'

import { auditProblems } from '../audited.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { openRefundWorld, type RefundWorld, type ToldPayment } from './refund-world.ts'
import { figureOf, PROOF_SEED, report, seeded } from './seeded.ts'

const SEQUENCES = figureOf('PROVE_REFUND_SEQUENCES', 20)
const SEQUENCES_PER_CREATOR = 10
const PLATFORM_PLANS = ['Basic', 'Pro', 'Premium'] as const

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Kept {
  refundedCents: number
  disputedCents: number
  refundsCents: number
  feeBackCents: number
  netBackCents: number
  feeCents: number
  netCents: number
  amountCents: number
}

function keptOf({ id }: ToldPayment): Promise<Kept> {
  return one(
    app.db,
    sql<Kept>`select p.amount_cents as "amountCents", p.fee_cents as "feeCents", p.net_cents as "netCents",
        p.refunded_cents as "refundedCents", taken.*, coalesce((select sum(amount_cents) from disputes d
          where d.payment_id = p.id and d.status in ('open', 'lost')), 0)::bigint as "disputedCents"
      from payments p, lateral (
        select coalesce(sum(amount_cents) filter (where is_refund), 0)::bigint as "refundsCents",
          coalesce(sum(fee_cents), 0)::bigint as "feeBackCents", coalesce(sum(net_cents), 0)::bigint as "netBackCents"
        from (
          select true as is_refund, amount_cents, fee_cents, net_cents from refunds r
            where r.payment_id = p.id and r.status in ('approved', 'sent', 'processed')
          union all
          select false, amount_cents, fee_cents, net_cents from disputes d
            where d.payment_id = p.id and d.status in ('open', 'lost')) as back
      ) as taken where p.id = ${id}`,
  )
}

/** The creator's balance from the rows alone: nets, less their refunds and disputes, less payouts. */
async function owedByRows(creatorId: string): Promise<number> {
  const { owed } = await one(
    app.db,
    sql<{ owed: number }>`select (
        (select coalesce(sum(net_cents), 0) from payments where creator_id = ${creatorId})
        - (select coalesce(sum(r.net_cents), 0) from refunds r join payments p on p.id = r.payment_id
          where p.creator_id = ${creatorId} and r.status in ('approved', 'sent', 'processed'))
        - (select coalesce(sum(d.net_cents), 0) from disputes d join payments p on p.id = d.payment_id
          where p.creator_id = ${creatorId} and d.status in ('open', 'lost'))
        - (select coalesce(sum(amount_cents), 0) from payouts
          where creator_id = ${creatorId} and status not in ('failed', 'reversed')))::bigint as owed`,
  )
  return owed
}

test(
  `refunds never exceed what was paid, and nobody is paid twice (${SEQUENCES} sequences, seed ${PROOF_SEED})`,
  async () => {
    const random = seeded(PROOF_SEED)
    const seen = { refunds: 0, refused: 0, failed: 0, disputes: 0, payouts: 0, negativeBalances: 0 }
    const books: ProviderBooks = { payments: [], openOrders: [], lostDisputes: [], payouts: [] }
    let world: RefundWorld | null = null
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      if (world === null || sequence % SEQUENCES_PER_CREATOR === 0)
        world = await openRefundWorld(app, PLATFORM_PLANS[random(3)] ?? 'Pro')
      const payment = await world.charge(500 + random(random(2) === 0 ? 20_000 : 1_000_000))
      for (let steps = 2 + random(7); steps > 0; steps -= 1) {
        await step(world, payment, random, seen)
        await expectWhole(world, payment)
      }
      const { availableMinor, pendingMinor } = await getBalanceAt(app.db, world.creatorId, app.clock.now())
      if (availableMinor + pendingMinor < 0) seen.negativeBalances += 1
      if ((sequence + 1) % SEQUENCES_PER_CREATOR === 0 || sequence + 1 === SEQUENCES) {
        const { payments, lostDisputes } = world.books()
        books.payments.push(...payments)
        books.lostDisputes.push(...lostDisputes)
      }
    }

    // Access opened by a payment that is gone is ended by a job.
    await app.drain()
    expect(await auditProblems(app, books)).toEqual([])
    const fees = await many(
      app.db,
      sql<{
        paise: number
      }>`select sum(amount_minor)::bigint as paise from ledger_entries where account = 'provider_fees'`,
    )
    expect(fees).toEqual([{ paise: books.payments.reduce((sum, { fee }) => sum + (fee ?? 0), 0) }])
    report('refund sequences', { sequences: SEQUENCES, ...seen })
  },
  60_000 + SEQUENCES * 2000,
)

async function step(
  world: RefundWorld,
  payment: ToldPayment,
  random: (below: number) => number,
  seen: Record<'refunds' | 'refused' | 'failed' | 'disputes' | 'payouts', number>,
): Promise<void> {
  const left = payment.amountCents - payment.refundedCents - payment.disputedCents
  const count = (isDone: boolean) => (isDone ? (seen.refunds += 1) : (seen.refused += 1))
  // Up to a fifth more than is left.
  const some = () => 1 + random(Math.max(1, Math.floor(left * 1.2)))
  switch (random(9)) {
    case 0:
    case 1: {
      const wanted = some()
      const isGiven = await world.refund(payment, wanted)
      expect(isGiven).toBe(wanted <= left)
      return void count(isGiven)
    }
    case 2: {
      const isGiven = await world.refund(payment, null)
      expect(isGiven).toBe(left > 0)
      return void count(isGiven)
    }
    case 3:
      // Both at once; each alone would fit.
      for (const isGiven of await Promise.all([world.refund(payment, left), world.refund(payment, left)]))
        count(isGiven)
      return
    case 4:
    case 5: {
      const status = (['processed', 'processed', 'failed', 'pending'] as const)[random(4)] ?? 'processed'
      if ((await world.settleRefund(random(100), status)) && status === 'failed') seen.failed += 1
      return
    }
    case 6:
      if (left > 0) await world.refundAtProvider(payment, 1 + random(left))
      return
    case 7:
      if (random(2) === 0 && left > 0) {
        await world.dispute(payment)
        seen.disputes += 1
      } else await world.settleDispute(random(100), (['won', 'lost', 'closed'] as const)[random(3)] ?? 'won')
      return
    default: {
      const before = await getBalanceAt(app.db, world.creatorId, app.clock.now())
      const outcome = (['paid', 'paid', 'paid', 'failed', 'reversed'] as const)[random(5)] ?? 'paid'
      const paid = await world.payOut(outcome)
      const balance = before.availableMinor + Math.min(0, before.pendingMinor)
      expect(paid).toBe(balance > 5000 ? balance : null)
      if (paid !== null) seen.payouts += 1
    }
  }
}

/** After every step: never more back than came in, the parts add up, and the ledger matches the rows. */
async function expectWhole(world: RefundWorld, payment: ToldPayment): Promise<void> {
  const kept = await keptOf(payment)
  expect(kept).toMatchObject({ refundedCents: payment.refundedCents, disputedCents: payment.disputedCents })
  expect(kept.refundsCents).toBe(kept.refundedCents)
  expect(kept.refundedCents + kept.disputedCents).toBeLessThanOrEqual(kept.amountCents)
  expect(kept.feeBackCents).toBeLessThanOrEqual(kept.feeCents)
  expect(kept.netBackCents).toBeLessThanOrEqual(kept.netCents)
  if (kept.refundedCents + kept.disputedCents === kept.amountCents)
    expect([kept.feeBackCents, kept.netBackCents]).toEqual([kept.feeCents, kept.netCents])
  const { availableMinor, pendingMinor } = await getBalanceAt(app.db, world.creatorId, app.clock.now())
  expect(availableMinor + pendingMinor).toBe(await owedByRows(world.creatorId))
}
