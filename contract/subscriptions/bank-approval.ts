/**
 * Above this, banks in India ask their customer to approve each card payment that is made without them, by the Reserve
 * Bank's rules on e-mandates. In rupees.
 */
export const APPROVAL_ABOVE_RUPEES = 15_000

/**
 * More rupees than a dollar has ever cost: a price that may come close is said to need approval, rather than be a
 * surprise later.
 */
const RUPEES_A_DOLLAR_AT_MOST = 120

/** Whether an Indian card, or a UPI mandate, may need approval for each charge of this price in cents or paise. */
export function mayNeedApproval(priceCents: number, currency: string): boolean {
  const rupees = currency === 'INR' ? priceCents : priceCents * RUPEES_A_DOLLAR_AT_MOST
  return rupees > APPROVAL_ABOVE_RUPEES * 100
}
