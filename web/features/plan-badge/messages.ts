/** The texts of the plan badge. */
export const planBadgeTexts = {
  free: 'FREE',
}
