import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { MayBeMemberProvider, useToken } from './api/session.ts'
import { OnceHydrated } from './features/form/once-hydrated.tsx'
import { ErrorBoundary } from './features/shell/error-boundary.tsx'
import { lazyScreen } from './features/shell/lazy-screen.tsx'
import { OfflineNotice } from './features/shell/offline-notice.tsx'
import { type PageConfig, PageConfigProvider } from './page-data.tsx'
import { CurrentScreen } from './current-screen.tsx'
import { ToastRegion } from './ui/toast.tsx'

/**
 * Only needed from the second page on, but loaded before the first is rendered: once a part has shown its fallback,
 * React holds everything that arrives back for 300 ms.
 */
export const afterNavigation = lazyScreen(
  async () => (await import('./features/page-head/after-navigation.tsx')).AfterNavigation,
)

export interface AppProps {
  config: PageConfig
  client: QueryClient
  /** The server found that the opened address belongs to no creator. */
  isFirstPageMissing: boolean
  /** The document was rendered for a viewer who may be signed in. */
  isReturning: boolean
}

/** The whole product below a router; the same tree on the server and in the browser. */
export function App({ config, client, isFirstPageMissing, isReturning }: AppProps) {
  return (
    <ErrorBoundary>
      <PageConfigProvider value={config}>
        <QueryClientProvider client={client}>
          <MayBeMemberProvider value={isReturning}>
            <CurrentScreen isFirstPageMissing={isFirstPageMissing} />
            <OnceHydrated>
              <afterNavigation.Screen />
            </OnceHydrated>
            <OfflineNotice />
            <ToastRegion />
            <ForgetOnSignOut />
          </MayBeMemberProvider>
        </QueryClientProvider>
      </PageConfigProvider>
    </ErrorBoundary>
  )
}

/** One member's answers must not be there for the next person using this browser. */
function ForgetOnSignOut() {
  const client = useQueryClient()
  const token = useToken()
  const lastToken = useRef(token)

  useEffect(() => {
    const hadToken = lastToken.current !== null
    const hasChanged = lastToken.current !== token
    lastToken.current = token
    if (!hadToken || !hasChanged) return
    const ofMember = { queryKey: ['member'] }
    if (token === null) client.removeQueries(ofMember)
    // Another tab signed in as someone else: everything on screen is refetched for them.
    else void client.resetQueries(ofMember)
  }, [client, token])

  return null
}
