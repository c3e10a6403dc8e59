/** The target of links to the membership section. */
export const MEMBERSHIP_ID = 'membership'
export const MEMBERSHIP_HEADING_ID = 'membership-heading'

/** Scrolls to the membership section and moves the focus to its heading, so the next Tab reaches the first plan. */
export function goToMembership(): void {
  const heading = document.getElementById(MEMBERSHIP_HEADING_ID)
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.scrollIntoView({ behavior: isMotionReduced ? 'auto' : 'smooth', block: 'start' })
  heading?.focus({ preventScroll: true })
}
