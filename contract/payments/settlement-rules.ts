/**
 * What a part of a charge is worth in the provider's currency, at the rate of the charge, in minor units and rounded
 * half up. The provider names the rate by what the whole charge was worth.
 */
export function shareOfCharge(
  partMinor: number,
  charge: { paidMinor: number; baseAmountMinor: number },
): number {
  const [part, paid, base] = [partMinor, charge.paidMinor, charge.baseAmountMinor].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  return Number((2n * base * part + paid) / (2n * paid))
}

/**
 * The part of a charge that an amount in the provider's currency asks for, at the rate of the charge, in minor units and
 * rounded up: what a bank takes back may not be booked as less than it is.
 */
export function askedOfCharge(
  askedMinor: number,
  charge: { paidMinor: number; baseAmountMinor: number },
): number {
  const [asked, paid, base] = [askedMinor, charge.paidMinor, charge.baseAmountMinor].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  return Number((asked * paid + base - 1n) / base)
}
