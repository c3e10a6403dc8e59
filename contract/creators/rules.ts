import * as z from 'zod/mini'

import { flag, id, optionalText, requiredText } from '../fields.ts'
import { creatorMessages as messages } from './messages.ts'

const HANDLE_MIN_LENGTH = 3
const HANDLE_MAX_LENGTH = 30
export const PAGE_NAME_MAX_LENGTH = 60
export const HEADLINE_MAX_LENGTH = 160
export const BANNER_TITLE_MAX_LENGTH = 80
export const BANNER_SUBTITLE_MAX_LENGTH = 160
/** In years, from the terms: of creators, and of who sees a page with adult content. */
export const CREATOR_MINIMUM_AGE = 18

/** What the handle input lets through as it is typed, and the server checks again. */
export const HANDLE_PATTERN = /^[A-Za-z0-9_-]*$/

/**
 * Handles live at the root of the site, so every path the site has or may want, and words that would let a page
 * pass for the platform itself, are refused.
 */
const RESERVED_HANDLES: ReadonlySet<string> = new Set(
  `about account accounts activate-account admin administrator api app assets auth billing blog careers cheers
  cheersplan community contact create creator creators dashboard dev discover docs download explore faq favicon
  feed forgot-password foundation google healthz help home inbox index jobs legal live livestream livestreams
  login logout mail media member members messages metrics mod moderator new news notifications null oauth
  official operator pages password payment payment-success payments payout payouts plans post posts press
  pricing privacy privacy-policy razorpay readyz refund refund-policy register reset-password robots root rss
  sandbox search security settings shop signin sign-in signup sign-up sitemap staff static status store studio
  subscribe subscriptions superuser support system team terms terms-and-conditions undefined unsubscribe
  uploads user users verify webhook webhooks well-known www`.split(/\s+/),
)

export function isReservedHandle(handle: string): boolean {
  return RESERVED_HANDLES.has(handle.toLowerCase())
}

/** A handle being chosen. The order of the messages is the spec's. */
export const newHandle = z.string({ error: messages.handleRequired }).check(
  z.trim(),
  z.minLength(1, messages.handleRequired),
  z.regex(HANDLE_PATTERN, messages.handleFormat),
  z.minLength(HANDLE_MIN_LENGTH, messages.handleLength),
  z.maxLength(HANDLE_MAX_LENGTH, messages.handleLength),
  z.refine((handle) => !isReservedHandle(handle), messages.handleReserved),
)

/** A handle that names an existing page; whatever cannot be one simply names none. */
export const pageHandle = z.string().check(z.maxLength(64))

/** The page creation form. Checked in this order, stopping at the first failure. */
export const newCreator = z.object({
  pageName: requiredText(messages.nameRequired, PAGE_NAME_MAX_LENGTH),
  planId: id(messages.planRequired),
  pageHandle: newHandle,
  isAdultContent: z._default(flag(), false),
  /** Asked by our form: {@link CREATOR_MINIMUM_AGE} or older; older clients send none. */
  ageConfirmed: z.optional(z.boolean()),
})

/** What an owner can change on the page; anything else in the body is refused. */
export const creatorChanges = {
  pageName: z.optional(requiredText(messages.fillAllRequired, PAGE_NAME_MAX_LENGTH)),
  headline: optionalText(HEADLINE_MAX_LENGTH),
  bannerTitle: optionalText(BANNER_TITLE_MAX_LENGTH),
  bannerSubTitle: optionalText(BANNER_SUBTITLE_MAX_LENGTH),
  isAdultContent: z.optional(flag()),
}
