import { Link } from '#web/ui/link.tsx'

import { creatorPageTexts } from './messages.ts'
import { PAGE_TABS, type PageTab, tabPath } from './page-tab.ts'

const texts = creatorPageTexts.tabs

/** The parts of a creator's page, each with an address of its own. */
export function PageTabs({ pageHandle, shown }: { pageHandle: string; shown: PageTab }) {
  return (
    <nav aria-label={texts.label} className="mt-6 border-b border-line">
      <ul className="flex gap-6">
        {PAGE_TABS.map((tab) => (
          <li key={tab}>
            <Link
              to={tabPath(pageHandle, tab)}
              aria-current={tab === shown ? 'page' : undefined}
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink-soft hover:text-ink aria-[current]:border-brand aria-[current]:text-ink"
            >
              {texts[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
