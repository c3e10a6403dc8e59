import { withoutTrailingSlashes } from '#contract/trailing-slashes.ts'

import { siteTexts as texts } from './messages.ts'

export interface SitePage {
  to: string
  label: string
}

export const TERMS_PATH = '/terms-and-conditions'
export const PRIVACY_PATH = '/privacy-policy'
export const REFUND_PATH = '/refund-policy'
export const DELIVERY_PATH = '/digital-delivery'
export const CONTACT_PATH = '/contact'
export const ABOUT_PATH = '/about'
export const EXPLORE_PATH = '/explore'

/** The pages about the product and its operator, as the footer lists them. */
export const ABOUT_PAGES: readonly SitePage[] = [
  { to: EXPLORE_PATH, label: texts.explore },
  { to: ABOUT_PATH, label: texts.about },
  { to: CONTACT_PATH, label: texts.contact },
]
export const LEGAL_PAGES: readonly SitePage[] = [
  { to: TERMS_PATH, label: texts.terms },
  { to: PRIVACY_PATH, label: texts.privacy },
  { to: REFUND_PATH, label: texts.refunds },
  { to: DELIVERY_PATH, label: texts.delivery },
]

/** Whether a path is a page with the product's promises or its operator's contact details. */
export function isSitePage(pathname: string): boolean {
  const path = withoutTrailingSlashes(pathname).toLowerCase()
  return path === ABOUT_PATH || path === CONTACT_PATH || LEGAL_PAGES.some(({ to }) => to === path)
}
