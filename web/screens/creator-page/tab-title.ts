import { creatorPageTexts } from './messages.ts'
import type { PageTab } from './page-tab.ts'

const titles: Partial<Record<PageTab, (pageName: string) => string>> = creatorPageTexts.tabTitle

/** What the browser's tab says; parts without a title of their own have the page's. */
export function tabTitle(pageName: string, tab: PageTab): string {
  return titles[tab]?.(pageName) ?? pageName
}
