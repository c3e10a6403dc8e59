import { textAt } from './api.ts'
import type { Interval, Life, LivedPage, LivedPlan, Order } from './people.ts'
import { tell } from './people.ts'
import { editPrice } from './prices.ts'
import type { ProviderReport, ReportedPayment } from './provider.ts'
import { hasDisputes, openDispute, refundBesideDisputes } from './refund-disputes.ts'
import { LEAVING, type World } from './world.ts'

/*
 * What one member does next, at random: through the calls that the web app makes, and at the provider's checkout. Each
 * act is written into the life; the model decides whether it should have worked.
 */

const CARDS = ['success', 'success', 'debit', 'international', 'renewal_fails'] as const

function pick<Of>(life: Life, all: readonly Of[]): Of | null {
  return all[life.random(all.length)] ?? null
}

function someInterval(life: Life): Interval {
  return life.random(4) === 0 ? 'yearly' : 'monthly'
}

function monthlyCentsOf({ prices }: LivedPlan): number {
  return prices.at(-1)?.cents ?? 0
}

async function join(world: World, life: Life): Promise<void> {
  const plan = pick(life, life.page.plans)
  if (!plan) return
  const interval = someInterval(life)
  const wish = { planId: plan.id, interval }
  const answer = await world.api.call('POST', '/razorpay/createRazorpaySubscription', wish, life.session)
  const subscriptionId = textAt(answer.body, 'subscriptionId')
  const membershipId = textAt(answer.body, 'm2cSubscriptionId')
  tell(life, world.now(), 'join', { plan: plan.rank, interval, subscriptionId, membershipId }, answer)
  if (answer.status !== 200) return
  life.membershipId = membershipId
  if (!life.orders.some((order) => order.subscriptionId === subscriptionId))
    life.orders.push({
      subscriptionId,
      openedAt: world.now(),
      kind: 'join',
      planId: plan.id,
      interval,
      monthlyCents: monthlyCentsOf(plan),
      timing: 'now',
      quotedAt: world.now(),
      mode: 'payment',
      chargedNow: 0,
    })
  // Members who close the window may come back to it days later.
  if (life.random(4) > 0) await payLast(world, life)
}

async function payLast(world: World, life: Life): Promise<void> {
  const order = life.orders.at(-1)
  if (order) await pay(world, life, order)
}

async function pay(world: World, life: Life, order: Order): Promise<void> {
  if (order.mode === 'none') return
  const card = life.random(8) === 0 ? 'declined' : pick(life, CARDS)
  const answer = await world.provider.control('pay', {
    subscription_id: order.subscriptionId,
    card,
    card_change: order.mode === 'card_change',
  })
  const paymentId = textAt(answer, 'razorpay_payment_id')
  const outcome = answer === null ? 'refused' : paymentId === '' ? 'declined' : 'ok'
  tell(life, world.now(), 'pay', { subscriptionId: order.subscriptionId, card, paymentId }, outcome)
  if (paymentId === '' || life.random(3) === 0) return
  const told = { subscriptionId: order.subscriptionId, ...answer }
  const { status } = await world.api.call('POST', '/razorpay/success', told, life.session)
  tell(life, world.now(), 'confirm', { subscriptionId: order.subscriptionId }, String(status))
}

function chargesOf(life: Life, report: ProviderReport): ReportedPayment[] {
  const own = new Set(life.orders.map(({ subscriptionId }) => subscriptionId))
  return [...own].flatMap((id) => report.paymentsBySubscription.get(id) ?? [])
}

async function authorizeLate(world: World, life: Life, report: ProviderReport): Promise<void> {
  const failed = chargesOf(life, report).find(({ status }) => status === 'failed')
  if (!failed) return
  const answer = await world.provider.control(`payments/${failed.id}/authorize-late`, {})
  const detail = { subscriptionId: failed.subscriptionId, paymentId: failed.id }
  tell(life, world.now(), 'late', detail, answer === null ? 'refused' : 'ok')
}

async function change(world: World, life: Life): Promise<void> {
  const plan = pick(life, life.page.plans)
  if (!plan || !life.membershipId) return
  const interval = someInterval(life)
  const timing = life.random(3) === 0 ? 'period_end' : 'now'
  const wish = { planId: plan.id, interval, timing }
  const at = `/m2cSubscription/${life.membershipId}`
  const query = new URLSearchParams(wish).toString()
  const preview = await world.api.call('GET', `${at}/change-preview?${query}`, null, life.session)
  const shown = { plan: plan.rank, interval, timing, ...amountsOf(preview.body) }
  tell(life, world.now(), 'preview', shown, preview)
  if (preview.status !== 200 || life.random(5) === 0) return
  const { quotedAt, chargedNow } = preview.body
  const confirmed = { ...wish, quotedAt, chargedNow }
  const answer = await world.api.call('POST', `${at}/change`, confirmed, life.session)
  const { subscriptionId = '', mode = '' } = answer.body
  tell(life, world.now(), 'change', { plan: plan.rank, interval, timing, subscriptionId, mode }, answer)
  if (answer.status !== 200) return
  life.orders.push({
    subscriptionId: String(subscriptionId),
    openedAt: world.now(),
    kind: 'change',
    planId: plan.id,
    interval,
    monthlyCents: monthlyCentsOf(plan),
    timing,
    quotedAt: Date.parse(String(quotedAt)) / 1000,
    mode: mode as Order['mode'],
    chargedNow: Math.round(Number(chargedNow) * 100),
  })
  if (life.random(5) > 0) await payLast(world, life)
}

function amountsOf(body: Record<string, unknown>): Record<string, unknown> {
  const { kind, chargedNow, carried, credit, accessUntil, nextCharge, quotedAt } = body
  return { kind, chargedNow, carried, credit, accessUntil, nextCharge, quotedAt }
}

/** Calls about a membership that may open a checkout. */
async function verb(world: World, life: Life, name: 'reactivate' | 'change-card'): Promise<void> {
  if (!life.membershipId) return
  const answer = await world.api.call(
    'POST',
    `/m2cSubscription/${life.membershipId}/${name}`,
    {},
    life.session,
  )
  const { subscriptionId = '', mode = '' } = answer.body
  tell(life, world.now(), name, { subscriptionId, mode }, answer)
  if (answer.status !== 200) return
  const before = life.orders.findLast((order) => hasTakenEffect(life, order))
  if (!before) return
  life.orders.push({
    ...before,
    subscriptionId: String(subscriptionId),
    openedAt: world.now(),
    kind: name === 'reactivate' ? 'reactivation' : 'card',
    mode: mode as Order['mode'],
    quotedAt: world.now(),
    chargedNow: 0,
  })
  if (life.random(4) > 0) await payLast(world, life)
}

/** An order that was never paid leaves the terms as they were. */
function hasTakenEffect(life: Life, { mode, subscriptionId }: Order): boolean {
  const isPaid = ({ what, outcome, detail }: Life['acts'][number]) =>
    (what === 'pay' || what === 'late') && outcome === 'ok' && detail['subscriptionId'] === subscriptionId
  return mode === 'none' || life.acts.some(isPaid)
}

async function simply(world: World, life: Life, name: 'cancel' | 'resume' | 'pause'): Promise<void> {
  if (!life.membershipId) return
  const path = `/m2cSubscription/${life.membershipId}/${name}`
  tell(life, world.now(), name, {}, await world.api.call('POST', path, {}, life.session))
}

async function askForRefund(world: World, life: Life): Promise<void> {
  const [payment] = await world.api.list('/payment/getUserPayments?limit=1', life.session)
  if (!payment) return
  const wish = { paymentId: payment['_id'], reason: 'I joined the wrong page' }
  const answer = await world.api.call('POST', '/refund/request', wish, life.session)
  tell(life, world.now(), 'ask-refund', { status: answer.body['status'] ?? '' }, answer)
  if (answer.status !== 200 || answer.body['status'] !== 'requested') return
  const decision = life.random(2) === 0 ? 'approve' : 'decline'
  const decided = await world.api.call(
    'POST',
    `/refund/decide/${String(answer.body['_id'])}`,
    { decision, note: '' },
    life.page.session,
  )
  tell(life, world.now(), `refund-${decision}`, {}, decided)
}

async function giveRefund(world: World, life: Life): Promise<void> {
  const [payment] = await world.api.list('/payment/getUserPayments?limit=1', life.session)
  if (!payment || life.page.closedAt !== null) return
  const path = `/refund/give/${String(payment['_id'])}`
  const answer = await world.api.call('POST', path, { reason: 'Sorry' }, life.page.session)
  tell(life, world.now(), 'give-refund', {}, answer)
}

function newestCharge(life: Life, report: ProviderReport): string | null {
  const captured = chargesOf(life, report).filter(
    ({ status, amount }) => status === 'captured' && amount > 100,
  )
  return captured.toSorted((one, other) => one.createdAt - other.createdAt).at(-1)?.id ?? null
}

async function refundAtProvider(world: World, life: Life, report: ProviderReport): Promise<void> {
  const paymentId = newestCharge(life, report)
  if (!paymentId) return
  const isTaken = await world.provider.refund(paymentId)
  tell(life, world.now(), 'provider-refund', { paymentId }, isTaken ? 'ok' : 'refused')
}

async function dispute(world: World, life: Life, report: ProviderReport): Promise<void> {
  if (!hasDisputes(life)) return
  const paymentId = newestCharge(life, report)
  const payment = paymentId === null ? undefined : report.payments[paymentId]
  if (!payment) return
  const open = Object.values(report.disputes).find(
    (known) => known.paymentId === payment.id && known.status === 'open',
  )
  if (!open) return openDispute(world, life, payment, report)
  const outcome = pick(life, ['won', 'lost'] as const)
  await world.provider.control(`disputes/${open.id}/settle`, { outcome })
  tell(life, world.now(), 'dispute', { paymentId: payment.id, disputeId: open.id, outcome }, 'ok')
}

/** Blocks a member, or lifts the block. */
async function block(world: World, life: Life): Promise<void> {
  if (life.page.closedAt !== null) return
  const { session } = life.page
  const last = life.blocks.at(-1)
  if (last?.until === null) {
    const answer = await world.api.call('DELETE', `/user/blocks/${life.userId}`, null, session)
    if (answer.status === 200) last.until = world.now()
    tell(life, world.now(), 'unblock', {}, answer)
    return
  }
  const answer = await world.api.call('POST', '/user/blocks', { userId: life.userId }, session)
  if (answer.status === 200) life.blocks.push({ from: world.now(), until: null })
  tell(life, world.now(), 'block', {}, answer)
}

async function leave(world: World, life: Life): Promise<void> {
  if (life.random(3) > 0) return
  const answer = await world.api.call('POST', '/user/deletion', LEAVING, life.session)
  if (answer.status === 200 || answer.wasRepeated) life.leftAt = world.now()
  tell(life, world.now(), 'leave', {}, answer)
}

type Do = (world: World, life: Life, report: ProviderReport) => Promise<void>

/** How often each is done, by weight. */
const ACTS: readonly (readonly [number, Do])[] = [
  [20, join],
  [10, payLast],
  [6, authorizeLate],
  [22, change],
  [6, (world, life) => simply(world, life, 'cancel')],
  [6, (world, life) => simply(world, life, 'resume')],
  [4, (world, life) => simply(world, life, 'pause')],
  [8, (world, life) => verb(world, life, 'reactivate')],
  [3, (world, life) => verb(world, life, 'change-card')],
  [4, askForRefund],
  [2, giveRefund],
  [2, refundAtProvider],
  [2, dispute],
  [3, block],
  [1, leave],
]
const WEIGHT = ACTS.reduce((sum, [weight]) => sum + weight, 0)

/** Does one thing in a member's life, unless they have left or lived enough. */
export async function liveOn(world: World, life: Life, report: ProviderReport): Promise<void> {
  if (life.leftAt !== null || life.acts.length >= life.mostActs) return
  if (hasDisputes(life) && life.random(3) === 0) return refundBesideDisputes(world, life, report)
  let at = life.random(WEIGHT)
  for (const [weight, act] of ACTS) {
    at -= weight
    if (at < 0) return act(world, life, report)
  }
}

/** A creator's acts: a price up or down, a plan that is no longer offered, or the end of the page. */
export async function runPage(
  world: World,
  page: LivedPage,
  random: (below: number) => number,
): Promise<void> {
  if (page.closedAt !== null) return
  const plan = page.plans[random(page.plans.length)]
  const die = random(30)
  if (die === 0) {
    const answer = await world.api.call('POST', '/user/deletion', LEAVING, page.session)
    if (answer.status === 200 || answer.wasRepeated) page.closedAt = world.now()
  } else if (plan && plan.archivedAt === null && die < 5) {
    const path = `/creatorPlan/delete/${page.handle}/${plan.id}`
    const answer = await world.api.call('DELETE', path, null, page.session)
    if (answer.status === 200 || answer.wasRepeated) plan.archivedAt = world.now()
  } else if (plan && plan.archivedAt === null) await editPrice(world, page, plan, random)
}
