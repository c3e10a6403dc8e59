import { type ReactNode, Suspense, useEffect } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import { useViewer } from '#web/api/session.ts'
import { stepUp } from '#web/api/step-up.ts'
import { useQuery } from '#web/api/use-query.ts'
import { SECURITY_PATH } from '#web/features/proof/security-path.ts'
import { isSitePage } from '#web/features/site/site-pages.ts'
import { useLocation } from '#web/routing/location.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'
import { prepareToasts } from '#web/ui/toast.tsx'

import { lazyPart, lazyScreen } from './lazy-screen.tsx'
import { placeTexts as texts } from './place-messages.ts'
import { Sidebar } from './sidebar.tsx'

const { Screen: LeavingScreen } = lazyScreen(
  async () => (await import('#web/features/leaving/leaving-screen.tsx')).LeavingScreen,
)

// Menus and counts aren't needed to read a page: they load after it.
const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu, AccountSketch)
const late = () => import('./late-parts.ts')
const TopBell = lazyPart(async () => (await late()).TopBell)
const SupportNotice = lazyPart(async () => (await late()).SupportNotice)
const TabBar = lazyPart(async () => (await late()).TabBar)

// Only members have something to prove, and all of theirs is in this layout.
stepUp.ask = async () => (await import('#web/features/proof/ask-proof.tsx')).askProof()

/**
 * The members' layout: a sidebar of 52 units, and on smaller screens tabs at the foot. The server sends it to viewers who
 * may be signed in, with a placeholder for the account. Members who are deleting their account get that screen instead;
 * the pages about the site stay available.
 */
export function Shell({ children }: { children: ReactNode }) {
  useEffect(prepareToasts, [])
  const { pathname } = useLocation()
  const isMember = useViewer() === 'member'
  const account = useQuery(getLoggedInUser, {})
  const user = account.data?.user
  const pageHandle = (user?.isCreator && user.pageHandle) || null
  const page = useQuery(getUsersCreatorPage, {}, { isEnabled: pageHandle !== null }).data

  // Their last payout may need a second factor first.
  if (user?.deletionDueAt && !isSitePage(pathname) && pathname !== SECURITY_PATH)
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <LeavingScreen user={user} dueAt={user.deletionDueAt} />
      </Suspense>
    )
  return (
    <div data-bottom-bar={isMember || undefined} className="min-h-dvh pb-(--bottom-bar) lg:ps-52 print:p-0">
      <header className="sticky top-0 z-20 flex h-14 items-center border-b border-line bg-paper px-4 sm:px-6 lg:hidden print:hidden">
        <Link to="/explore" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
        {isMember && pageHandle !== null && (
          <Suspense>
            <TopBell />
          </Suspense>
        )}
      </header>
      <aside
        aria-label={texts.sidebar}
        className="fixed inset-y-0 start-0 hidden w-52 border-e border-line lg:block print:hidden"
      >
        <Sidebar
          isMember={isMember}
          ownPage={
            pageHandle === null
              ? null
              : {
                  pageHandle,
                  pageName: page?.pageName ?? pageHandle,
                  profileImage: page?.profileImage ?? null,
                }
          }
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
      {/* Before the page, which may grow as it is read: its end may never be reached by keyboard. */}
      {isMember && (user || account.isError) && (
        <Suspense>
          <TabBar pageHandle={pageHandle} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1}>
        {isMember && (
          <Suspense>
            <SupportNotice />
          </Suspense>
        )}
        {children}
      </main>
    </div>
  )
}

/** Holds the account's place at the bottom of the sidebar while the user is unknown. */
function AccountSketch() {
  return (
    <div aria-hidden="true" className="flex min-h-12 items-center gap-3 px-2">
      <Skeleton shape="circle" className="size-8 shrink-0" />
      <div className="space-y-1.5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-3 w-12" />
      </div>
    </div>
  )
}
