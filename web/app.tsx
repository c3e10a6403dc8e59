import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useToken } from './api/session.ts'
import { AfterNavigation } from './features/page-head/after-navigation.tsx'
import { ErrorBoundary } from './features/shell/error-boundary.tsx'
import { OfflineNotice } from './features/shell/offline-notice.tsx'
import { type PageConfig, PageConfigProvider } from './page-data.tsx'
import { Screens } from './routes.tsx'
import { ToastRegion } from './ui/toast.tsx'

export interface AppProps {
  config: PageConfig
  client: QueryClient
  /** The server found that the address the page was opened with is no creator's. */
  isFirstPageMissing: boolean
}

/** The whole product below a router; the same tree on the server and in the browser. */
export function App({ config, client, isFirstPageMissing }: AppProps) {
  useEffect(markReady, [])
  return (
    <ErrorBoundary>
      <PageConfigProvider value={config}>
        <QueryClientProvider client={client}>
          <Screens isFirstPageMissing={isFirstPageMissing} />
          <AfterNavigation />
          <OfflineNotice />
          <ToastRegion />
          <ForgetOnSignOut />
        </QueryClientProvider>
      </PageConfigProvider>
    </ErrorBoundary>
  )
}

/** Says in the document that presses are heard from now on; whoever drives a browser waits for it. */
function markReady(): void {
  document.documentElement.dataset['ready'] = ''
}

/** What one member was shown must not be there for the next person at this browser. */
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
    // Another tab signed somebody else in: what is on screen is read again as them.
    else void client.resetQueries(ofMember)
  }, [client, token])

  return null
}
