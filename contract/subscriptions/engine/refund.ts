import { isLive } from './access.ts'
import type { Membership, Period, Terms } from './membership.ts'
import { isSameTerms, termsOf } from './terms.ts'

/** One payment of a membership, as far as refunds need it. */
export interface PaidPart {
  /** Nothing is left of it. */
  isReturned: boolean
  /** If it paid for an upgrade: the terms it led to, those it replaced, and until when those were paid. */
  upgrade: { to: Terms; former: Terms; formerUntil: Date; formerPeriod: Period | null } | null
}

/** Terms that are paid until then, with the paid period; null if that was not stored. */
export type StandingTerms = Terms & { until: Date; period: Period | null }

/**
 * What the remaining payments have paid for, when the newest of them goes back; `parts` are newest first. The
 * upgrade cost bought the upgrade alone, so the former terms remain, to the day they were paid to. null:
 * the period itself went back.
 */
export function termsStillPaid(parts: readonly PaidPart[]): StandingTerms | null {
  let standing: StandingTerms | null = null
  for (const { isReturned, upgrade } of parts) {
    if (!isReturned) return standing
    if (upgrade === null) return null
    // An upgrade that led to other terms than these was undone before, and something else was chosen since.
    if (standing === null || isSameTerms(upgrade.to, standing))
      standing = { ...upgrade.former, until: upgrade.formerUntil, period: upgrade.formerPeriod }
  }
  return null
}

/**
 * Money went back. If other payments remain, the member is back on the terms they paid for, to the day they were paid
 * to, and the membership ends there: the provider would charge the dearer price next, so it has to stop. Otherwise
 * access ends now. All terms agreed for later are dropped.
 */
export function afterRefund(membership: Membership, standing: StandingTerms | null, now: Date): Membership {
  const { accessUntil } = membership
  const isOver = !isLive(membership.status)
  if (standing === null || standing.until <= now || accessUntil === null || accessUntil <= now)
    return {
      ...membership,
      status: isOver ? membership.status : 'canceled',
      cancelAtPeriodEnd: isOver && membership.cancelAtPeriodEnd,
      next: null,
      period: null,
      equivalents: [],
      carriedCents: 0,
      accessUntil: accessUntil && accessUntil > now ? now : accessUntil,
    }
  // Time of yet another plan made from the upgrade goes back with it; the former terms last as long as they were paid.
  // If it was not stored how long that was, the refund opens nothing.
  const isKept = standing.period !== null || standing.until < accessUntil
  return {
    ...membership,
    ...termsOf(standing),
    next: null,
    // An upgrade keeps the bounds; the period before it is worth the former price.
    period:
      standing.period ?? (membership.period && { ...membership.period, worthCents: standing.priceCents }),
    equivalents: [],
    carriedCents: 0,
    accessUntil: isKept ? standing.until : accessUntil,
    cancelAtPeriodEnd: isOver ? membership.cancelAtPeriodEnd : true,
  }
}

/**
 * A refund that counted as made failed after all, so the member has paid for what it ended. They get it back to the day
 * it was paid to, if that day is still to come and nothing else was agreed since. It ends then: nothing at the provider
 * would charge for it again. null: it can't be restored; the refund has to be made again.
 */
export function afterReturnFailed(
  membership: Membership,
  former: Terms & { accessUntil: Date; period: Period | null; leftUntil: Date },
  now: Date,
): Membership | null {
  const hasGoneOn =
    membership.accessUntil?.getTime() !== former.leftUntil.getTime() ||
    (isLive(membership.status) && !membership.cancelAtPeriodEnd)
  if (hasGoneOn || former.accessUntil <= now) return null
  const { accessUntil, period } = former
  return { ...membership, ...termsOf(former), next: null, period, equivalents: [], accessUntil }
}
