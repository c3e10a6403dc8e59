import { ArrowLeft, Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'

import { formatMoment } from '#contract/dates.ts'
import { START_PATH } from '#web/features/sign-in/own-path.ts'
import { useLocation } from '#web/routing/location.ts'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

import { consoleTexts as texts } from './messages.ts'
import type { Place } from './places.ts'
import { RightsContext } from './rights.ts'

const MENU_ID = 'console-menu'
/** The width from which the navigation is beside the place. */
const WIDE = '(min-width: 64rem)'

const rowClassName =
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand lg:min-h-10'

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

function HomeLink() {
  return (
    <Link to="/staff" className="inline-flex min-h-11 items-center gap-2.5 rounded-control">
      <Logo />
      <span className="rounded-small bg-wash px-1.5 py-0.5 text-xs font-semibold text-ink-soft">
        {texts.title}
      </span>
    </Link>
  )
}

function Navigation({ places }: { places: readonly Place[] }) {
  const { name, roles } = use(RightsContext)
  const here = useLocation().pathname.toLowerCase()
  const isHere = (path: string) => (path === '/staff' ? here === path : `${here}/`.startsWith(`${path}/`))
  return (
    <div className="flex h-full flex-col">
      <div className="px-5 pt-5 pb-3">
        <HomeLink />
      </div>
      <nav aria-label={texts.navigation} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        <ul className="space-y-0.5">
          {places.map(({ path, label, Icon }) => (
            <li key={path}>
              <Link to={path} aria-current={isHere(path) ? 'page' : undefined} className={rowClassName}>
                {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-t border-line p-2">
        <p className="px-3 pt-2 text-sm">
          <span dir="auto" className="block truncate font-semibold">
            {name}
          </span>
          <span className="block text-ink-faint">{texts.list(roles.map((role) => texts.roles[role]))}</span>
        </p>
        <Link to={START_PATH} className={`${rowClassName} mt-1`}>
          <ArrowLeft aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
          {texts.back}
        </Link>
      </div>
    </div>
  )
}
