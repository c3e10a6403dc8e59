import { CARRIED_MOST, change } from './changes.ts'
import { dueAt } from './dues.ts'
import { costOf } from './fractions.ts'
import { judgeJoin, judgePreview } from './judge.ts'
import {
  type Expected,
  HEARD_SECONDS,
  isArchived,
  isBlocked,
  isOpen,
  isReturnUnheard,
  planOf,
} from './membership.ts'
import type { Act, Life, Order } from './people.ts'
import { type Happening, isConfirmed, type Paid } from './timeline.ts'

/*
 * The expected state, from the wording of the rules alone: it reads no code of the product. Where the rules leave two
 * ways open (something happened to an order before it was paid), the model says so and does not judge until the next
 * certain event.
 */

/**
 * After the browser reports a payment, the provider is queried, and that may fail; an order made this soon may come
 * before it.
 */
const HEARD_AT_ONCE_SECONDS = 5
/** Acts that end a membership, or its renewal. */
const ENDING = new Set(['cancel', 'pause', 'block', 'leave'])

/** Acts that open an order of a member, and so replace the previous one. */
const REPLACING = new Set(['change', 'change-card', 'reactivate'])

/** Follows a life through everything that happened to it. */
export function expect(life: Life, happenings: readonly Happening[]): Expected {
  const expected: Expected = {
    membership: null,
    rests: [],
    paidAt: null,
    paidId: '',
    unheardChange: null,
    invoices: new Set(),
    returnedAt: null,
    disputedUntil: 0,
    isCertain: true,
    membershipIds: new Set(),
    verdicts: new Map(),
    dues: new Map(),
    wrong: [],
    judgedPreviews: 0,
  }
  const seen = new Set<string>()
  /** When something last happened that makes older orders void. */
  let brokenAt = 0
  for (const happening of happenings) {
    if (happening.kind === 'act') {
      follow(life, expected, happening.act)
      // Orders from before are for a membership that has changed since.
      if (ENDING.has(happening.act.what) && happening.act.outcome === 'ok') brokenAt = happening.at
      // A member who chose another plan has given up on the previous one.
      if (hasOpenedAnother(life, happening.act)) brokenAt = Math.max(brokenAt, happening.at - 1)
    } else if (happening.kind === 'paid') {
      const subscriptionId = happening.payment.subscriptionId ?? ''
      const isFirst = !seen.has(subscriptionId)
      const orders = life.orders.filter(
        (each) => each.subscriptionId === subscriptionId && each.openedAt <= happening.at,
      )
      // The first payment is for what was ordered; a card can be changed within the same second.
      const order = isFirst ? orders[0] : orders.at(-1)
      if (!order) continue
      seen.add(order.subscriptionId)
      const isUnheard = expected.paidAt !== null && order.openedAt <= expected.paidAt + HEARD_AT_ONCE_SECONDS
      const isStale = isFirst && (order.openedAt <= brokenAt || isUnheard)
      pay(life, expected, happening, order, isFirst, isStale)
      brokenAt = happening.at
      expected.paidAt = happening.at
      expected.paidId = happening.payment.id
      const heardAfter = isConfirmed(life, happening) ? HEARD_AT_ONCE_SECONDS : 60
      expected.unheardChange =
        order.kind === 'change' ? { paymentId: happening.payment.id, until: happening.at + heardAfter } : null
    } else {
      if (happening.kind === 'returned') {
        takeBack(expected, happening)
        expected.returnedAt = happening.at
      }
      brokenAt = happening.at
    }
  }
  return expected
}

function hasOpenedAnother(life: Life, act: Act): boolean {
  if (act.what !== 'join' || act.outcome !== 'ok') return false
  const opened = life.orders.find(({ subscriptionId }) => subscriptionId === act.detail['subscriptionId'])
  return opened !== undefined && opened.openedAt >= act.at
}

function follow(life: Life, expected: Expected, act: Act): void {
  const { membership } = expected
  const isDone = act.outcome === 'ok'
  // It is unknown whether it was done.
  if (act.outcome === 'unclear' || (act.outcome === 'provider_unavailable' && act.what !== 'join'))
    expected.isCertain = false
  // Within a minute of paying, before the product has heard of it: the rules let either come first.
  if (ENDING.has(act.what) && isDone && expected.paidAt !== null && act.at <= expected.paidAt + 60) {
    expected.isCertain = false
    if (expected.verdicts.has(expected.paidId)) expected.verdicts.set(expected.paidId, 'either')
    if (membership) expected.verdicts.set(membership.base, 'either')
  }
  // Another change, before the product has heard that the last one was paid: the rules don't say which one counts.
  if (REPLACING.has(act.what) && isDone && expected.unheardChange !== null) {
    const { paymentId, until } = expected.unheardChange
    expected.unheardChange = null
    if (act.at <= until) {
      expected.isCertain = false
      if (expected.verdicts.has(paymentId)) expected.verdicts.set(paymentId, 'either')
    }
  }
  // A change that was bought with money that is on its way back.
  if (act.what === 'change' && isDone && isReturnUnheard(expected, act.at)) expected.isCertain = false
  // Let in again within a minute of being blocked: the product may not have acted on the block yet.
  if (
    act.what === 'unblock' &&
    isDone &&
    life.blocks.some(({ from, until }) => until === act.at && act.at - from <= 60)
  )
    expected.isCertain = false
  if (act.what === 'join') judgeJoin(life, expected, act)
  else if (act.what === 'preview' && isDone) judgePreview(life, expected, act)
  else if (act.what === 'dispute') {
    expected.isCertain = false
    expected.disputedUntil = act.detail['outcome'] === 'opened' ? Infinity : act.at + HEARD_SECONDS
  } else if (!membership || !isDone) return
  else if (ENDING.has(act.what)) {
    if (membership.next) expected.isCertain = false
    membership.renews = false
    // A paused membership that is cancelled runs to its end.
    if (act.what === 'cancel') membership.isPaused = false
    if (act.what === 'pause') membership.isPaused = true
  } else if (act.what === 'resume') {
    // A block a moment ago hasn't cancelled anything yet; that comes next.
    if (!isBlocked(life, act.at + 1) && !membership.isOverAtProvider) membership.renews = true
  } else if (act.what === 'change') {
    const order = life.orders.findLast(
      (each) => each.subscriptionId === act.detail['subscriptionId'] && each.openedAt <= act.at + 1,
    )
    if (order?.mode === 'none') change(life, expected, order, act.at, null)
  } else if (act.what === 'reactivate' && act.detail['mode'] === 'none') expected.isCertain = false
}

function pay(
  life: Life,
  expected: Expected,
  paid: Paid,
  order: Order,
  isFirst: boolean,
  isStale: boolean,
): void {
  const { payment, invoice, at } = paid
  const { membership, verdicts } = expected
  const isGone =
    (life.leftAt !== null && at > life.leftAt) || (life.page.closedAt !== null && at > life.page.closedAt)
  if (payment.invoiceId === null) {
    if (isGone || !membership) return
    // A plan joined during a pause: the rules do not say what the paid time is worth.
    // A card registered when both reports of it, the browser's and the provider's, were lost: the order may have ended
    // by then.
    if (isStale || order.kind === 'join' || !isConfirmed(life, paid)) expected.isCertain = false
    else if (order.kind === 'change') change(life, expected, order, at, null)
    else if (order.kind === 'reactivation') {
      membership.subscriptionId = order.subscriptionId
      Object.assign(membership, { renews: true, isOverAtProvider: false, isPaused: false })
    }
    return
  }
  // Of two payments of one invoice the second goes back: a bank agreed late to a card that was given up on.
  if (isGone || expected.invoices.has(payment.invoiceId)) return void verdicts.set(payment.id, 'return')
  expected.invoices.add(payment.invoiceId)
  // The provider's subscription is over by then: an attempt to join opens the time it paid for, a change is refunded. A
  // renewal is tried for days, and continues.
  if (paid.isLate && isFirst && order.kind !== 'join') return void verdicts.set(payment.id, 'return')
  if (!expected.isCertain || (isStale && !(isFirst && isBlocked(life, at)))) {
    expected.isCertain = false
    return void verdicts.set(payment.id, 'either')
  }
  if (!paid.isBase) {
    // A plan joined during a pause: the rules do not say what the paid time is worth.
    if (order.kind !== 'change') expected.isCertain = false
    if (!expected.isCertain) return void verdicts.set(payment.id, 'either')
    verdicts.set(payment.id, membership ? 'keep' : 'return')
    if (membership) change(life, expected, order, at, payment.id)
    return
  }
  const [billingStart, billingEnd] = [invoice?.billingStart ?? at, invoice?.billingEnd ?? at]
  // A paused member with no paid time left starts on the chosen plan at once.
  const hasRun = membership?.isPaused === true && at >= membership.until
  const isBegun = isFirst && (order.kind === 'change' ? hasRun : order.timing === 'now')
  // The provider's period begins when it was due, not when the bank finally agreed.
  const begins = isBegun && !paid.isLate ? at : billingStart
  const terms =
    membership?.next && membership.next.subscriptionId === order.subscriptionId ? membership.next : order
  const isOwed = isBegun
    ? !membership || membership.isPaused || !isOpen(life, membership, at) || order.kind === 'reactivation'
    : membership?.renews === true && membership.subscriptionId === order.subscriptionId
  if (!isOwed || isBlocked(life, isBegun ? at : begins) || isArchived(life, terms.planId, begins))
    return void verdicts.set(payment.id, 'return')
  verdicts.set(payment.id, 'keep')
  const rank = planOf(life, terms.planId)?.rank ?? 0
  if (membership?.isPaused && order.kind === 'join' && at < membership.until)
    expected.rests.push({ rank: membership.rank, until: membership.until })
  const isRenewal = !isBegun && membership !== null && membership.next === null
  const agreed = isRenewal ? membership : { ...terms, rank }
  const { interval } = agreed
  const [cheapest, dearest] = dueAt(life, agreed, begins, isBegun)
  expected.dues.set(payment.id, [costOf(cheapest, interval), costOf(dearest, interval) + CARRIED_MOST])
  // If either price may have been charged, what was kept of the payment says which it was.
  const monthlyCents = paid.keptCents >= costOf(dearest, interval) ? dearest : cheapest
  const cost = costOf(monthlyCents, interval)
  expected.membership = {
    rank: agreed.rank,
    interval,
    monthlyCents,
    cost,
    from: begins,
    until: billingEnd,
    worth: cost,
    subscriptionId: order.subscriptionId,
    renews: !(paid.isLate && isFirst),
    isOverAtProvider: paid.isLate && isFirst,
    isPaused: false,
    next: null,
    base: payment.id,
    upgrades: [],
    left: new Map(),
  }
}

function takeBack(
  expected: Expected,
  { paymentId, askedAt }: Extract<Happening, { kind: 'returned' }>,
): void {
  const { membership, verdicts } = expected
  // The outcome of an order that could be applied or refunded is known now.
  if (verdicts.get(paymentId) !== 'keep' || !membership) return
  const upgrade = membership.upgrades.find((each) => each.paymentId === paymentId)
  if (membership.base === paymentId) {
    for (const each of membership.upgrades) verdicts.set(each.paymentId, 'return')
    expected.membership = null
  } else if (upgrade) {
    const isOnly = membership.upgrades.length === 1
    // Back on the terms paid before, to their end.
    Object.assign(membership, upgrade.former, { upgrades: [], renews: false, next: null })
    if (!isOnly || membership.left.size > 0) expected.isCertain = false
  } else if (askedAt <= membership.from) expected.isCertain = false
}
