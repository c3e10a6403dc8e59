import { costOf, floorShare, lastsUntil } from './fractions.ts'
import { type Expected, planOf } from './membership.ts'
import type { Interval, Life, Order } from './people.ts'

/** The smallest charge there is, in cents; anything less is carried to the next one. */
export const SMALLEST_CHARGE = 50
export const CARRIED_MOST = SMALLEST_CHARGE - 1

/** A plan at another price is another deal. */
function termsKey(rank: number, interval: Interval, cost: number): string {
  return `${rank} ${interval} ${cost}`
}

/** What a change does to a membership. `paymentId`: of the upgrade cost that was charged, if any. */
export function change(
  life: Life,
  expected: Expected,
  order: Order,
  at: number,
  paymentId: string | null,
): void {
  const { membership } = expected
  if (!membership) return
  const rank = planOf(life, order.planId)?.rank ?? 0
  membership.subscriptionId = order.subscriptionId
  Object.assign(membership, { renews: true, isOverAtProvider: false, isPaused: false })
  if (order.timing === 'period_end') {
    membership.next = order
    return
  }
  // Their own plan keeps the price they agreed to, unless it costs less now.
  const isOwnPlan = rank === membership.rank
  const monthlyCents = isOwnPlan ? Math.min(membership.monthlyCents, order.monthlyCents) : order.monthlyCents
  const cost = costOf(monthlyCents, order.interval)
  const moment = Math.floor(order.quotedAt)
  // Paid long after it was quoted: the rules don't say which of the two moments counts.
  if (at - moment > 60 || at >= membership.until) expected.isCertain = false
  const { until, from, worth } = membership
  membership.next = null
  const restored = membership.left.get(termsKey(rank, order.interval, cost))
  const share = (seconds: number) => Math.round((seconds * (until - moment)) / (until - from))
  const kept = new Map([...membership.left].map(([key, seconds]) => [key, share(seconds)]))
  if (restored !== undefined || order.interval !== membership.interval || cost <= membership.cost) {
    const credit = floorShare(worth, until - moment, until - from)
    kept.set(termsKey(membership.rank, membership.interval, membership.cost), until - moment)
    membership.until =
      restored === undefined ? lastsUntil(moment, credit, cost, order.interval) : moment + share(restored)
    membership.from = moment
    membership.worth = credit
    membership.left = kept
  } else {
    const former = { rank: membership.rank, cost: membership.cost, worth }
    const upgradeCost = floorShare(cost - worth, until - moment, until - from)
    const isWhole = worth === membership.cost
    const isJudged = isWhole && expected.isCertain
    if (isJudged && paymentId !== null && Math.abs(order.chargedNow - upgradeCost) > 1)
      expected.wrong.push(`${at}: an upgrade was charged ${order.chargedNow}, and costs ${upgradeCost}`)
    if (isJudged && paymentId === null && upgradeCost >= SMALLEST_CHARGE + 1)
      expected.wrong.push(`${at}: an upgrade that costs ${upgradeCost} was given away`)
    if (paymentId !== null) membership.upgrades.push({ paymentId, former })
    membership.worth = isWhole ? cost : worth
    membership.left = new Map()
    if (!isWhole) expected.isCertain = false
  }
  membership.rank = rank
  membership.interval = order.interval
  membership.monthlyCents = monthlyCents
  membership.cost = cost
}
