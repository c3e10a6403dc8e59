import { nearestShare } from './fractions.ts'
import { type Expected, isOpen } from './membership.ts'
import { expect } from './model.ts'
import type { Life } from './people.ts'
import type { ProviderReport } from './provider.ts'
import { returnedOf, timelineOf } from './timeline.ts'
import type { World } from './world.ts'

/** Something that breaks the rules, with the life it happened in. */
export interface Divergence {
  life: Life
  problem: string
  expected: Expected
  /** What the provider says about it. */
  charges: string[]
}

export interface Tally {
  /** Disputed payments that were judged; those with a refund that failed, and one that a bank's decision replaced. */
  disputed: number
  failed: number
  replaced: number
  probes: number
  notJudged: number
  previews: number
  charges: number
  returned: number
}

/** How near to its end a membership is not probed: both clocks are read one after the other. */
const NEAR_SECONDS = 10
/** How long a closing page can be kept; after that its members are refunded. */
const CLOSING_SECONDS = 16 * 86_400

export interface View {
  world: World
  report: ProviderReport
  now: number
}

function followTo({ report, now }: View, life: Life): Expected {
  return expect(life, timelineOf(life, report, now))
}

function chargesOf({ report }: View, life: Life): string[] {
  const own = new Set(life.orders.map(({ subscriptionId }) => subscriptionId))
  return [...own]
    .flatMap((subscriptionId) => report.paymentsBySubscription.get(subscriptionId) ?? [])
    .map((payment) => {
      const { billingStart, billingEnd } = report.invoices[payment.invoiceId ?? ''] ?? {}
      const { id, subscriptionId, amount, status, createdAt } = payment
      const refunds = report.refundsByPayment
        .get(id)
        ?.map(({ amount: cents, status: state }) => [cents, state])
      return `  charge ${JSON.stringify({ id, subscriptionId, amount, status, createdAt, billingStart, billingEnd, refunds })}`
    })
}

/** Which posts one member can read, and until when the list says so. */
export async function compareAccess(view: View, life: Life, tally: Tally): Promise<Divergence[]> {
  const { world, now } = view
  if (life.leftAt !== null || life.page.closedAt !== null) return []
  const expected = followTo(view, life)
  tally.probes += 1
  tally.previews += expected.judgedPreviews
  const problems = [...expected.wrong]
  const { membership } = expected
  const ends = expected.rests.map(({ until }) => until)
  if (membership) ends.push(membership.until, membership.until + 7 * 86_400)
  if (!expected.isCertain || ends.some((end) => Math.abs(end - now) < NEAR_SECONDS)) tally.notJudged += 1
  else {
    const posts = await world.api.list(`/post/getPostsByPageHandle/${life.page.handle}`, life.session)
    for (const { rank, postId } of life.page.plans) {
      const isLocked = posts.find(({ _id }) => _id === postId)?.['locked']
      const isOpenByRest = expected.rests.some((rest) => rest.rank >= rank && now < rest.until)
      const isOpenNow = membership !== null && isOpen(life, membership, now) && membership.rank >= rank
      const shouldBeLocked = !isOpenByRest && !isOpenNow
      if (isLocked !== shouldBeLocked)
        problems.push(
          `${now}: the post for plan ${rank} is ${isLocked === true ? 'locked' : 'open'}, and should not be`,
        )
    }
    const rows = await world.api.list('/m2cSubscription/getUserSubscriptions', life.session)
    // Paused ones have a list of their own.
    const path = `/m2cSubscription/${life.membershipId}`
    if (membership?.isPaused) rows.push((await world.api.call('GET', path, null, life.session)).body)
    const shown = rows.map(({ accessUntil }) => Date.parse(String(accessUntil)) / 1000)
    // Going back to former terms is rounded to a second at each step.
    const exact = Math.max(1, membership?.left.size ?? 0)
    if (
      membership &&
      now < membership.until &&
      !shown.some((end) => Math.abs(end - membership.until) <= exact)
    )
      problems.push(`${now}: the list says until ${shown.join(', ')}, and it is ${membership.until}`)
  }
  return problems.map((problem) => ({ life, problem, expected, charges: chargesOf(view, life) }))
}

/** Every charge of a life at the end: kept if it bought something, returned if it didn't. */
export function compareCharges(view: View, life: Life, tally: Tally): Divergence[] {
  const expected = followTo(view, life)
  const problems: string[] = []
  const hasAsked = life.acts.some(({ what }) => what.includes('refund'))
  const isDisputed = life.acts.some(({ what }) => what === 'dispute')
  if (isDisputed) return []
  for (const [paymentId, verdict] of expected.verdicts) {
    const payment = view.report.payments[paymentId]
    if (!payment || verdict === 'either') continue
    // A refund that the provider could not send goes by bank transfer, which it does not see.
    if (hasFailedRefund(view, paymentId)) continue
    const returned = returnedOf(view.report, paymentId)
    tally.charges += 1
    if (verdict === 'return') {
      tally.returned += 1
      if (returned !== payment.amount)
        problems.push(`${paymentId}: of ${payment.amount} cents ${returned} went back, and all should have`)
    } else if (!hasAsked && life.page.closedAt === null) {
      const [least, most] = expected.dues.get(paymentId) ?? [payment.amount, payment.amount]
      const kept = payment.amount - returned
      if (kept < least || kept > most)
        problems.push(`${paymentId}: ${kept} cents were kept, and it is worth ${least} to ${most}`)
    }
  }
  problems.push(...owedAtClosing(view, life, expected, hasAsked))
  return problems.map((problem) => ({ life, problem, expected, charges: chargesOf(view, life) }))
}

function hasFailedRefund({ report }: View, paymentId: string): boolean {
  return report.refundsByPayment.get(paymentId)?.some(({ status }) => status === 'failed') === true
}

/** What a closed page owes for the time paid beyond its closing, by the second, halves rounded up. */
function owedAtClosing(view: View, life: Life, expected: Expected, hasAsked: boolean): string[] {
  const { closedAt } = life.page
  const { membership, isCertain } = expected
  if (closedAt === null || view.now < closedAt + CLOSING_SECONDS || life.leftAt !== null) return []
  if (!membership || !isCertain || hasAsked || membership.upgrades.length > 0 || membership.left.size > 0)
    return []
  const { base, from, until } = membership
  const amount = view.report.payments[base]?.amount ?? 0
  if (until <= closedAt || hasFailedRefund(view, base)) return []
  const owed = nearestShare(amount, until - Math.max(closedAt, from), until - from)
  const returned = returnedOf(view.report, base)
  const isRight = Math.abs(returned - owed) <= 1 || (owed < 2 && returned === 0)
  return isRight ? [] : [`${base}: the page closed and ${returned} cents went back, ${owed} by the rule`]
}

/** What a member did, line by line. */
export function actsOf({ acts }: Life): string[] {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString()
  return acts.map(
    ({ at, what, detail, outcome }) => `  ${time(at)} ${what} ${JSON.stringify(detail)}: ${outcome}`,
  )
}

/** The whole story of a divergence, to be read and replayed. */
export function storyOf({ life, problem, expected, charges }: Divergence): string {
  const acts = actsOf(life)
  const membership = expected.membership && { ...expected.membership, left: [...expected.membership.left] }
  const { plans, closedAt } = life.page
  const page = plans.map(({ rank, prices, archivedAt }) => ({ rank, prices, archivedAt }))
  return [
    `life ${life.index}: ${problem}`,
    ...acts,
    ...charges,
    `  page ${JSON.stringify({ closedAt, page })}; left ${life.leftAt}; blocked ${JSON.stringify(life.blocks)}`,
    `  expected ${JSON.stringify({ membership, verdicts: [...expected.verdicts] })}`,
  ].join('\n')
}
