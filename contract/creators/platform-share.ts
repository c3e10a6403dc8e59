import { basisPointsFromPercent, shareOfCents } from '../money.ts'

/**
 * What a creator keeps of a payment, in cents, on a platform plan that takes this percentage: the payment less the
 * platform's share, rounded as when it is charged.
 */
export function keptCents(paidCents: number, percentCharge: number): number {
  return paidCents - shareOfCents(paidCents, basisPointsFromPercent(percentCharge))
}
