import { shareOfCents } from '../money.ts'

/**
 * What a creator keeps of a payment, in cents, on a platform plan that takes so many percent: the payment less the
 * platform's share, which is rounded as it is when it is taken.
 */
export function keptCents(paidCents: number, percentCharge: number): number {
  return paidCents - shareOfCents(paidCents, Math.round(percentCharge * 100))
}
