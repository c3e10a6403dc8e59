import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useViewer } from '#web/api/session.ts'
import { stepUp } from '#web/api/step-up.ts'
import { SECURITY_PATH } from '#web/features/proof/security-path.ts'
import { isSitePage } from '#web/features/site/site-pages.ts'
import { useLocation } from '#web/routing/location.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'
import { prepareToasts } from '#web/ui/toast.tsx'

import { AccountSketch } from './account-sketch.tsx'
import { lazyPart, lazyScreen } from './lazy-screen.tsx'
import { Sidebar } from './sidebar.tsx'
import { sidebarTexts as texts } from './sidebar-messages.ts'

const { Screen: LeavingScreen } = lazyScreen(
  async () => (await import('#web/features/leaving/leaving-screen.tsx')).LeavingScreen,
)

// Menus aren't needed to read a page: they load after it.
const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu, AccountSketch)
const AccountList = lazyPart(async () => (await import('./account-list.tsx')).AccountList)
const bell = () => import('./bell-parts.ts')
const FirstRows = lazyPart(async () => (await bell()).FirstRows)
const RefundCount = lazyPart(async () => (await bell()).RefundCount)
const TopBell = lazyPart(async () => (await bell()).TopBell)
const SupportNotice = lazyPart(async () => (await bell()).SupportNotice)
const TabBar = lazyPart(async () => (await bell()).TabBar)
const Drawer = lazyPart(async () => (await import('./drawer.tsx')).Drawer)

const DRAWER_ID = 'menu'

// Only members have something to prove, and all of theirs is in this layout.
stepUp.ask = async () => (await import('#web/features/proof/ask-proof.tsx')).askProof()

/**
 * The members' layout: a sidebar of 52 units, which slides in on smaller screens. The server sends it to viewers who
 * may be signed in, with a placeholder for the account. Members who are deleting their account get that screen instead;
 * the pages about the site stay available.
 */
export function Shell({ children }: { children: ReactNode }) {
  useEffect(prepareToasts, [])
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const isMember = useViewer() === 'member'
  const user = useQuery(getLoggedInUser, {}).data?.user
  const ownPage = user?.isCreator && user.pageHandle ? `/${user.pageHandle}` : null

  /** What only members see comes after the page, into space that is kept for it. */
  const inTime = (part: ReactNode, meanwhile: ReactNode = null) =>
    isMember ? <Suspense fallback={meanwhile}>{part}</Suspense> : meanwhile

  // Their last payout may need a second factor first.
  if (user?.deletionDueAt && !isSitePage(pathname) && pathname !== SECURITY_PATH)
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <LeavingScreen user={user} dueAt={user.deletionDueAt} />
      </Suspense>
    )
  return (
    <div data-bottom-bar={isMember || undefined} className="min-h-dvh pb-(--bottom-bar) lg:ps-52 print:p-0">
      <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-paper px-2 lg:hidden print:hidden">
        <IconButton
          label={texts.openMenu}
          icon={<MenuIcon aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={DRAWER_ID}
          onClick={() => setIsOpen(true)}
        />
        <Link to="/explore" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
        {inTime(<TopBell />)}
      </header>
      <aside
        aria-label={texts.sidebar}
        className="fixed inset-y-0 start-0 hidden w-52 border-e border-line lg:block print:hidden"
      >
        <Sidebar
          isCreator={ownPage !== null}
          firstRows={inTime(<FirstRows ownPage={ownPage} />, <li className="min-h-22" />)}
          refundCount={inTime(<RefundCount />)}
          account={
            isMember ? (
              <Suspense fallback={<AccountSketch />}>
                <AccountMenu />
              </Suspense>
            ) : (
              <AccountSketch />
            )
          }
        />
      </aside>
      {isMember && (
        <Suspense>
          <Drawer id={DRAWER_ID} isOpen={isOpen} onClose={() => setIsOpen(false)}>
            <Sidebar
              isCreator={ownPage !== null}
              firstRows={<FirstRows ownPage={ownPage} isInDrawer />}
              refundCount={<RefundCount />}
              account={<AccountList />}
            />
          </Drawer>
        </Suspense>
      )}
      {/* Before the page, which may grow as it is read: its end may never be reached by keyboard. */}
      {inTime(<TabBar menu={{ id: DRAWER_ID, isOpen, onOpen: () => setIsOpen(true) }} />)}
      <main id="main" tabIndex={-1}>
        {inTime(<SupportNotice />)}
        {children}
      </main>
    </div>
  )
}
