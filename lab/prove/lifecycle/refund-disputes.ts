import { many, sql } from '#server/platform/db/query.ts'

import type { Divergence, View } from './compare.ts'
import { type Life, tell } from './people.ts'
import type { ProviderReport, ReportedPayment, ReportedRefund } from './provider.ts'
import { timelineOf } from './timeline.ts'
import type { World } from './world.ts'
import { expect } from './model.ts'

/*
 * Refunds that wait or fail beside disputes about the same payment. Judged by what the provider has sent and by when banks
 * asked and decided: while a bank asks for a payment nothing of it is refunded, and a refund fits into what refunds and
 * banks have left. A bank may take what had left before it was heard of; nothing else goes out twice.
 */

/** A webhook may be lost: within this time the product has asked. */
const HEARD_SECONDS = 12 * 3600
/** Only a few lives have disputes, because the model says nothing about access after one. */
export const hasDisputes = ({ index }: Life) => index % 5 === 0

function capturedOf(life: Life, report: ProviderReport): ReportedPayment[] {
  const ids = new Set(life.orders.map(({ subscriptionId }) => subscriptionId))
  return [...ids]
    .flatMap((id) => report.paymentsBySubscription.get(id) ?? [])
    .filter(({ isCaptured, amount }) => isCaptured && amount > 100)
    .toSorted((one, other) => one.createdAt - other.createdAt)
}

/** A refund waits, as the account is emptied, or fails; then a bank asks for the payment, or for a part of it. */
async function refundBesideDispute(world: World, life: Life, report: ProviderReport): Promise<void> {
  const payment = capturedOf(life, report).at(-1)
  if (!payment) return
  const [own] = await world.api.list('/payment/getUserPayments?limit=1', life.session)
  if (!own) return
  if (life.random(2) === 0) await world.provider.control('settlements', {})
  else await world.provider.control('knobs', { refundOutcome: 'failed' })
  if (life.random(2) === 0 && life.page.closedAt === null) {
    const path = `/refund/give/${String(own['_id'])}`
    const answer = await world.api.call('POST', path, { reason: 'Sorry' }, life.page.session)
    tell(life, world.now(), 'give-refund', {}, answer)
  } else {
    const wish = { paymentId: own['_id'], reason: 'A mistake' }
    const answer = await world.api.call('POST', '/refund/request', wish, life.session)
    tell(life, world.now(), 'ask-refund', { status: answer.body['status'] ?? '' }, answer)
  }
  await openDispute(world, life, payment, report)
}

/**
 * Banks never take more than was paid: what one of them has taken, or asks for, another doesn't. By what was opened, as the
 * report may be older than the last act.
 */
export async function openDispute(
  world: World,
  life: Life,
  payment: ReportedPayment,
  report: ProviderReport,
): Promise<void> {
  const asked = life.acts
    .filter(({ what, outcome, detail }) => what === 'dispute' && outcome === 'ok' && 'amount' in detail)
    .filter(({ detail }) => detail['paymentId'] === payment.id)
    .filter(({ detail }) =>
      ['open', 'lost'].includes(report.disputes[String(detail['disputeId'])]?.status ?? 'open'),
    )
    .reduce((sum, { detail }) => sum + Number(detail['amount']), 0)
  const most = payment.amount - asked
  if (most <= 0) return
  const amount = life.random(2) === 0 ? most : 1 + life.random(most)
  const opened = await world.provider.control(`payments/${payment.id}/dispute`, { amount })
  const detail = { paymentId: payment.id, amount, disputeId: opened?.['id'], outcome: 'opened' }
  tell(life, world.now(), 'dispute', detail, opened ? 'ok' : 'refused')
}

const openOf = (life: Life, report: ProviderReport) => {
  const own = new Set(capturedOf(life, report).map(({ id }) => id))
  return Object.values(report.disputes).filter(
    ({ paymentId, status }) => own.has(paymentId) && status === 'open',
  )
}

async function decide(world: World, life: Life, { id, paymentId }: { id: string; paymentId: string }) {
  const outcome = (['won', 'lost', 'lost', 'closed'] as const)[life.random(4)] ?? 'won'
  const settled = await world.provider.control(`disputes/${id}/settle`, { outcome })
  tell(life, world.now(), 'dispute', { paymentId, disputeId: id, outcome }, settled ? 'ok' : 'refused')
}

/** A bank decides about one of the disputes, also of a payment whose money has left meanwhile. */
async function decideDispute(world: World, life: Life, report: ProviderReport): Promise<void> {
  const [open] = openOf(life, report)
  if (open) await decide(world, life, open)
}

/** At the end of a run banks decide what is still open, so that it can be judged. */
export async function decideAll(world: World, lives: readonly Life[], report: ProviderReport): Promise<void> {
  for (const life of lives.filter(hasDisputes))
    for (const open of openOf(life, report)) await decide(world, life, open)
}

/** "Ask again", by the member, for whatever refund failed. */
async function askAgain(world: World, life: Life): Promise<void> {
  const payments = await world.api.list('/payment/getUserPayments?limit=5', life.session)
  for (const { refund } of payments) {
    const { _id: id, status } = (refund ?? {}) as { _id?: string; status?: string }
    if (id === undefined || status !== 'failed') continue
    const answer = await world.api.call('POST', `/refund/retry/${id}`, {}, life.session)
    tell(life, world.now(), 'retry-refund', {}, answer)
    return
  }
}

/** What such a life does often: without this, few payments of a run have both a refund and a dispute. */
export async function refundBesideDisputes(world: World, life: Life, report: ProviderReport): Promise<void> {
  const act = ([refundBesideDispute, refundBesideDispute, decideDispute, askAgain] as const)[life.random(4)]
  await act?.(world, life, report)
}

/** When banks asked for a payment and decided, by the acts of the life. */
function claimsOn(life: Life, report: ProviderReport, paymentId: string) {
  return Object.values(report.disputes)
    .filter((dispute) => dispute.paymentId === paymentId)
    .map(({ id, amount, createdAt, status }) => {
      const decided = life.acts.find(
        ({ what, detail }) =>
          what === 'dispute' && detail['disputeId'] === id && detail['outcome'] !== 'opened',
      )
      return { amount, isLost: status === 'lost', from: createdAt, until: decided?.at ?? Infinity }
    })
}

const isOurs = ({ notes }: ReportedRefund) => 'cheers_refund_id' in notes

/** What went out twice, or while a bank was deciding. */
export function compareRefundsBesideDisputes(view: View, life: Life): Divergence[] {
  const { report, now } = view
  const problems: string[] = []
  for (const { id, amount } of capturedOf(life, report)) {
    const claims = claimsOn(life, report, id)
    if (claims.length === 0) continue
    const refunds = (report.refundsByPayment.get(id) ?? []).filter(({ status }) => status !== 'failed')
    for (const refund of refunds.filter(isOurs)) {
      const at = refund.createdAt
      if (claims.some(({ from, until }) => from + HEARD_SECONDS < at && at <= until))
        problems.push(`${id}: ${refund.amount} cents were refunded at ${at}, while a bank asked for it`)
      const before = refunds
        .filter((other) => other !== refund && other.createdAt <= at)
        .reduce((sum, other) => sum + other.amount, 0)
      const lost = claims
        .filter(({ isLost, until }) => isLost && until + HEARD_SECONDS < at)
        .reduce((sum, claim) => sum + claim.amount, 0)
      if (before + lost + refund.amount > amount)
        problems.push(
          `${id}: ${refund.amount} cents of ${amount} were refunded at ${at}, after ${before} and ${lost} by banks`,
        )
    }
  }
  if (problems.length === 0) return []
  const expected = expect(life, timelineOf(life, report, now))
  return problems.map((problem) => ({ life, problem, expected, charges: [] }))
}

/**
 * Page and platform have given of each disputed payment what went to its supporter by refunds and banks, and never more
 * than came in: what is beyond that is the platform's loss. Payments that a bank or a refund still has to do with are
 * left out.
 */
export async function compareShares({
  report,
  world,
}: View): Promise<{ problems: string[]; judged: number; failed: number; replaced: number }> {
  const disputed = Map.groupBy(Object.values(report.disputes), ({ paymentId }) => paymentId)
  const rows = await many(
    world.database.db,
    sql<{
      id: string
      keptCents: number
      isWaiting: boolean
      isReplaced: boolean
    }>`select p.provider_payment_id as id,
        (select -sum(e.amount_minor)::bigint from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where (t.reference = 'charge:' || p.provider_payment_id or t.takes_back = 'charge:' || p.provider_payment_id)
            and e.account in ('platform_fees', 'creator_balance')) as "keptCents",
        exists (select from refunds r where r.payment_id = p.id and r.status in ('approved', 'manual')) as "isWaiting",
        exists (select from refunds r where r.payment_id = p.id and r.replaced_by_dispute is not null) as "isReplaced"
      from payments p where p.provider_payment_id = any(${[...disputed.keys()]}::text[])`,
  )
  const problems: string[] = []
  let [judged, failed, replaced] = [0, 0, 0]
  for (const { id, keptCents, isWaiting, isReplaced } of rows) {
    const disputes = disputed.get(id) ?? []
    if (isWaiting || disputes.some(({ status }) => status === 'open')) continue
    judged += 1
    const amount = report.payments[id]?.amount ?? 0
    const refunds = report.refundsByPayment.get(id) ?? []
    if (refunds.some(({ status }) => status === 'failed')) failed += 1
    if (isReplaced) replaced += 1
    const refunded = refunds
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
    const lost = disputes
      .filter(({ status }) => status === 'lost')
      .reduce((sum, dispute) => sum + dispute.amount, 0)
    const kept = amount - Math.min(amount, refunded + lost)
    if (keptCents !== kept)
      problems.push(
        `${id}: of ${amount} cents, ${refunded} were refunded and ${lost} lost, but ${keptCents} are kept`,
      )
  }
  return { problems, judged, failed, replaced }
}
