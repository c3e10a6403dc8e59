import { Link } from '#web/ui/link.tsx'

import type { Creator } from './creator.ts'
import { creatorPageTexts } from './messages.ts'
import { PAGE_TABS, type PageTab, tabPath } from './page-tab.ts'

const texts = creatorPageTexts.tabs

/** The parts of a creator's page, each with an address of its own. */
export function PageTabs({
  creator,
  shown,
  isEditing,
}: {
  creator: Creator
  shown: PageTab
  /** Only the parts that don't take what was typed with them are shown. */
  isEditing: boolean
}) {
  return (
    <nav aria-label={texts.label} className="mt-6 border-b border-line">
      {/* More parts than a phone is wide: they scroll, from the one that is shown. */}
      <ul className="page-tabs max-sm:fading-end -mb-px flex overflow-x-auto [scrollbar-width:none]">
        {PAGE_TABS.map(
          (tab) =>
            isShown(creator, tab) &&
            !(isEditing && (tab === 'community' || tab === 'live')) && (
              <li key={tab}>
                <Link
                  to={tabPath(creator.pageHandle, tab)}
                  aria-current={tab === shown ? 'page' : undefined}
                  className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-ink"
                >
                  {texts[tab]}
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

/** Parts that not every page has are its creator's to begin. */
function isShown({ hasCollections, hasRooms, hasLive, isCurrentUser }: Creator, tab: PageTab): boolean {
  if (tab === 'collections') return hasCollections || isCurrentUser
  if (tab === 'live') return hasLive || isCurrentUser
  return tab !== 'community' || hasRooms || isCurrentUser
}
