/** The target of links to the membership section. */
export const MEMBERSHIP_ID = 'membership'
export const MEMBERSHIP_HEADING_ID = 'membership-heading'

/** Where the plans aren't beside the posts; null: the page that is shown has no such sheet. */
let openSheet: (() => void) | null = null

/** Sets what opens the plans where there is no room for them beside the posts. Returns what takes it back. */
export function setPlansSheet(open: () => void): () => void {
  openSheet = open
  return () => {
    if (openSheet === open) openSheet = null
  }
}

/**
 * Scrolls to the membership section and moves the focus to its heading, so the next Tab reaches the first plan; where it
 * isn't shown, as on phones, the plans open as a sheet.
 */
export function goToMembership(): void {
  const heading = document.getElementById(MEMBERSHIP_HEADING_ID)
  if (openSheet && heading?.getClientRects().length === 0) {
    openSheet()
    return
  }
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.scrollIntoView({ behavior: isMotionReduced ? 'auto' : 'smooth', block: 'start' })
  heading?.focus({ preventScroll: true })
}
