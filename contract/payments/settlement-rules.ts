/** A charge and its whole worth in the provider's currency, which gives the rate. In minor units. */
interface RatedCharge {
  paidMinor: number
  baseAmountMinor: number
}

/** Products of two amounts are larger than a double can hold exactly. */
function exactly(minor: number, { paidMinor, baseAmountMinor }: RatedCharge) {
  return { amount: BigInt(minor), paid: BigInt(paidMinor), base: BigInt(baseAmountMinor) }
}

/** What part of a charge is worth in the provider's currency, at the rate of the charge, rounded half up. */
export function shareOfCharge(partMinor: number, charge: RatedCharge): number {
  const { amount, paid, base } = exactly(partMinor, charge)
  return Number((2n * base * amount + paid) / (2n * paid))
}

/**
 * The part of a charge that an amount in the provider's currency stands for, at the rate of the charge, rounded up: the
 * amount a bank takes back must not be booked as less than it is.
 */
export function askedOfCharge(askedMinor: number, charge: RatedCharge): number {
  const { amount, paid, base } = exactly(askedMinor, charge)
  return Number((amount * paid + base - 1n) / base)
}
