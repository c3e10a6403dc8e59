import { SECURITY_PATH } from '#web/features/proof/security-path.ts'

export const ACCOUNT_PATH = '/settings'
/** Where the page's name and texts are, below Account. */
export const PAGE_INFORMATION = 'page-information'

/** In their order in the list. Four of them, with these names in the address, are the product's oldest. */
export const SECTIONS = [
  'account',
  'page',
  'security',
  'notifications',
  'memberships',
  'billing',
  'privacy',
  'display',
] as const
export type Section = (typeof SECTIONS)[number]

/** The section that an address shows; the first, unless it names another. */
export function sectionAt(pathname: string, asked: string | null): Section {
  if (pathname === SECURITY_PATH) return 'security'
  return SECTIONS.find((section) => section === asked) ?? 'account'
}

export function pathOfSection(section: Section): string {
  return section === 'account' ? ACCOUNT_PATH : `${ACCOUNT_PATH}?tab=${section}`
}
