import type { SubscriptionRow } from './queries.ts'

/**
 * How long before the period ends the provider is told. Razorpay cannot take a cancellation back, so until then it is
 * only ours, and can be.
 */
export const TELL_PROVIDER_BEFORE_MS = 3_600_000

/** How long to wait before the provider is told; 0 once it is time. */
export function untilProviderIsTold(
  { accessUntil }: Pick<SubscriptionRow, 'accessUntil'>,
  now: Date,
): number {
  return Math.max(0, (accessUntil?.getTime() ?? 0) - TELL_PROVIDER_BEFORE_MS - now.getTime())
}
