import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'

import { formatMoment } from '#contract/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

import { HomeLink } from './home-link.tsx'
import { consoleTexts as texts } from './messages.ts'
import { Navigation } from './navigation.tsx'
import type { Place } from './places.ts'
import { RightsContext } from './rights.ts'

const MENU_ID = 'console-menu'
/** The width from which the navigation is beside the place. */
const WIDE = '(min-width: 64rem)'

/** The console's own layout: its navigation at the side, on phones behind a button. */
export function ConsoleLayout({ places, children }: { places: readonly Place[]; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="min-h-dvh lg:ps-56 print:p-0">
      <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-paper px-2 lg:hidden print:hidden">
        <IconButton
          label={texts.openMenu}
          icon={<MenuIcon aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          onClick={() => setIsOpen(true)}
        />
        <HomeLink />
      </header>
      <aside className="fixed inset-y-0 start-0 hidden w-56 border-e border-line lg:block print:hidden">
        <Navigation places={places} />
      </aside>
      <SidePanel
        id={MENU_ID}
        label={texts.menu}
        side="left"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        closesAt={WIDE}
      >
        <Navigation places={places} />
        <IconButton
          label={texts.closeMenu}
          icon={<X aria-hidden="true" />}
          onClick={() => setIsOpen(false)}
          className="absolute end-3 top-5"
        />
      </SidePanel>
      <main id="main" tabIndex={-1}>
        <CopyNotice />
        {children}
      </main>
    </div>
  )
}

/** Whoever works in a copy takes it for the original otherwise. */
function CopyNotice() {
  const { restoredTo } = use(RightsContext)
  if (restoredTo === null) return null
  return (
    <div className="mx-auto w-full max-w-app px-4 pt-6 sm:px-6 lg:px-10 print:hidden">
      <Banner tone="warn" title={texts.restoredCopy.title(formatMoment(restoredTo))}>
        {texts.restoredCopy.body}
      </Banner>
    </div>
  )
}
