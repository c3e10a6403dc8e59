import type { Terms } from './membership.ts'

/** One plan version at one interval; its price follows from them. */
export function isSameTerms(
  one: Pick<Terms, 'planVersionId' | 'interval'>,
  other: Pick<Terms, 'planVersionId' | 'interval'>,
): boolean {
  return one.planVersionId === other.planVersionId && one.interval === other.interval
}

/** The terms alone, of anything that has them. */
export function termsOf({ planId, planVersionId, interval, priceCents }: Terms): Terms {
  return { planId, planVersionId, interval, priceCents }
}
