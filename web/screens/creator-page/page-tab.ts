import { creatorPageTexts } from './messages.ts'

/** The parts of a creator's page, in their order. */
export const PAGE_TABS = ['posts', 'collections', 'community', 'live', 'about', 'membership'] as const
export type PageTab = (typeof PAGE_TABS)[number]

/** The part that an address shows. */
export function tabAt(pathname: string): PageTab {
  const [, , name] = pathname.toLowerCase().split('/')
  return PAGE_TABS.find((tab) => tab === name) ?? 'posts'
}

/** The address of a part: the posts are the page itself. */
export function tabPath(pageHandle: string, tab: PageTab): string {
  return tab === 'posts' ? `/${pageHandle}` : `/${pageHandle}/${tab}`
}

const titles: Partial<Record<PageTab, (pageName: string) => string>> = creatorPageTexts.tabTitle

/** What the browser's tab says; parts without a title of their own have the page's. */
export function tabTitle(pageName: string, tab: PageTab): string {
  return titles[tab]?.(pageName) ?? pageName
}
