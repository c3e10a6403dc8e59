import { CARRIED_MOST, SMALLEST_CHARGE } from './changes.ts'
import { costOf, floorShare } from './fractions.ts'
import { type Expected, isArchived, isBlocked, isOpen, isReturnUnheard } from './membership.ts'
import type { Act, Life } from './people.ts'

/** Refusals that say nothing about the rules. */
const TOLERATED_REFUSALS = new Set([
  'wish_replaced',
  'provider_unavailable',
  '429',
  'rate_limited',
  'too_many_requests',
])

/** Whether joining was answered as it should have been. */
export function judgeJoin(life: Life, expected: Expected, act: Act): void {
  const plan = life.page.plans[Number(act.detail['plan'])]
  const { closedAt } = life.page
  // Within one second either may come first.
  const isRefusedByRule =
    (plan && isArchived(life, plan.id, act.outcome === 'ok' ? act.at - 1 : act.at + 1)) ||
    (closedAt !== null && closedAt < act.at) ||
    isBlocked(life, act.at)
  const { membership } = expected
  const isMember = membership !== null && !membership.isPaused && isOpen(life, membership, act.at)
  const isAnswered = act.outcome === 'ok' || act.outcome === 'provider_unavailable'
  const membershipId = String(act.detail['membershipId'])
  const isNew = act.outcome === 'ok' && !expected.membershipIds.has(membershipId)
  if (isNew) expected.membershipIds.add(membershipId)
  // Paid within the last minute, and the product may not have heard of it: it returns the order that is already paid,
  // or the new wish replaces it and the money goes back.
  if (isAnswered && membership && expected.paidAt !== null && act.at <= expected.paidAt + 60) {
    if (membership.subscriptionId === act.detail['subscriptionId']) return
    expected.isCertain = false
    expected.verdicts.set(membership.base, 'either')
  } else if (act.outcome === 'ok') {
    if (isRefusedByRule) expected.wrong.push(`${act.at}: joining was possible, and should not have been`)
    if (expected.isCertain && isMember) expected.wrong.push(`${act.at}: a member could join a second time`)
    // Not the same membership as before: whatever that was, it has ended.
    if (!expected.isCertain && isNew && act.at >= expected.disputedUntil)
      Object.assign(expected, { membership: null, rests: [], isCertain: true })
  } else if (life.blocks.some(({ from, until }) => from === act.at || until === act.at)) {
    // Blocked, or unblocked, within the same second.
  } else if (act.outcome === 'payment_disputed' && act.at < expected.disputedUntil) {
    // Nothing new is charged until the bank has decided.
  } else if (isReturnUnheard(expected, act.at)) {
    // The product may still see a membership whose money has left.
  } else if (expected.isCertain && !isMember && !isRefusedByRule && !TOLERATED_REFUSALS.has(act.outcome))
    expected.wrong.push(`${act.at}: joining was refused (${act.outcome}), and should have been possible`)
}

/** Compares the credit and charge of a change that would take effect at once with what was shown. */
export function judgePreview(life: Life, expected: Expected, { detail, at }: Act): void {
  const { membership, isCertain } = expected
  const isNow = detail['timing'] === 'now' && membership !== null && at < membership.until
  if (isReturnUnheard(expected, at)) return
  if (!isCertain || !isNow || membership.next || !membership.renews || membership.left.size > 0) return
  // Paid within the last minute, and the product may not have heard of it.
  if (expected.paidAt !== null && at <= expected.paidAt + 60) return
  const moment = Math.floor(Date.parse(String(detail['quotedAt'])) / 1000)
  const [left, whole] = [membership.until - moment, membership.until - membership.from]
  if (left <= 0 || left > whole) return
  expected.judgedPreviews += 1
  const credit = floorShare(membership.worth, left, whole)
  const shown = Math.round(Number(detail['credit']) * 100)
  if (Math.abs(shown - credit) > 1)
    expected.wrong.push(`${at}: the preview's credit is ${shown} cents, and ${credit} by the rule`)
  if (detail['kind'] !== 'upgrade') return
  const accessUntil = Date.parse(String(detail['accessUntil'])) / 1000
  if (Math.abs(accessUntil - membership.until) > 1)
    expected.wrong.push(`${at}: an upgrade moves the end to ${accessUntil}, and it is ${membership.until}`)
  const prices = life.page.plans[Number(detail['plan'])]?.prices ?? []
  const monthly = prices.findLast(({ from }) => from <= moment)?.cents ?? 0
  if (membership.worth !== membership.cost) return
  const upgradeCost = floorShare(costOf(monthly, membership.interval) - membership.worth, left, whole)
  const charged = Math.round(Number(detail['chargedNow']) * 100)
  // The remainder of an earlier upgrade may be in it; too little for a charge waits.
  const least = upgradeCost < SMALLEST_CHARGE ? 0 : upgradeCost - 1
  if (charged < least || charged > upgradeCost + CARRIED_MOST)
    expected.wrong.push(`${at}: the preview charges ${charged} cents, and ${upgradeCost} is the upgrade cost`)
}
