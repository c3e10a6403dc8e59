import { GRACE_DAYS } from '../../site/policy.ts'
import type { SubscriptionStatus } from './status.ts'

/** The statuses of a subscription that may still be charged; a member has at most one such with a creator. */
export const LIVE_STATUSES = [
  'pending',
  'active',
  'past_due',
  'paused',
] as const satisfies SubscriptionStatus[]

export interface AccessFacts {
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  /** The end of the paid time. */
  accessUntil: Date | null
}

const LIVE: ReadonlySet<SubscriptionStatus> = new Set(LIVE_STATUSES)

/** Whether a subscription may still be charged. */
export function isLive(status: SubscriptionStatus): boolean {
  return LIVE.has(status)
}

/** The end of the grace period that follows paid time when its renewal fails. */
export function graceEnd(accessUntil: Date): Date {
  return new Date(accessUntil.getTime() + GRACE_DAYS * 86_400_000)
}

/**
 * When access ends, or null if there is none. Paid time is kept to its end, whatever happens to the subscription; one
 * that is expected to renew keeps access through the grace period.
 */
export function accessEnd(facts: AccessFacts): Date | null {
  if (!facts.accessUntil) return null
  const isRenewing = (facts.status === 'active' || facts.status === 'past_due') && !facts.cancelAtPeriodEnd
  return isRenewing ? graceEnd(facts.accessUntil) : facts.accessUntil
}

/** Whether a subscription opens members' posts now. */
export function hasAccess(facts: AccessFacts, now: Date): boolean {
  const end = accessEnd(facts)
  return end !== null && now < end
}
