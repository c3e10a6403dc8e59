/* Without zod: every page of the site loads this to tell a handle from another address. */

/** What the handle input accepts while typing; the server checks it again. */
export const HANDLE_PATTERN = /^[A-Za-z0-9_-]*$/

/**
 * Handles live at the root of the site, so every path the site has or may want, and words that would let a page
 * pass for the platform itself, are refused.
 */
export const RESERVED_HANDLES: ReadonlySet<string> = new Set(
  `about account accounts activate-account admin administrator analytics api app assets auth billing blog broadcast broadcasts careers case cases cheers
  channels cheersplan community conversations confirm-follow contact create creator creators dashboard dev digital-delivery discover docs download enforcement explore faq favicon
  feed feeds forgot-password foundation google grievance grievances healthz help home inbox index jobs legal library live live-sessions livestream livestreams
  login logout mail media member members messages metrics mod moderator new news notifications null oauth
  official operator pages password payment payment-success payments payout payouts plans post posts press questions
  polls preview pricing privacy privacy-policy razorpay readyz receipt receipts refund refund-policy register report reports reset-password robots rooms root rss
  sandbox search security settings shop signin sign-in signup sign-up sitemap staff static status store studio
  subscribe subscriptions superuser support system team terms terms-and-conditions transparency undefined unsubscribe
  uploads user users verify visits webhook webhooks well-known www you`.split(/\s+/),
)

/** Whether an address is the site's own. What may be chosen is stricter: see `isReservedName`. */
export function isReservedHandle(handle: string): boolean {
  return RESERVED_HANDLES.has(handle.toLowerCase())
}
