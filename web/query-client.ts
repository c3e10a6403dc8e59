import { QueryClient } from '@tanstack/react-query'

import { CallError } from './api/call.ts'
import { isOnline } from './api/online.ts'
import type { PageData } from './page-data.tsx'

const STALE_AFTER_MS = 30_000
const RETRIES_MAX = 2

/** The cache of answers, filled with those that came with the page. */
export function createQueryClient(answers: PageData['answers']): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Offline a call fails and says so. The library's default is to hold it back silently until there is a
      // connection: a button that spins for ever, and a login that happens hours later.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: STALE_AFTER_MS,
        retry: isWorthRetrying,
      },
    },
  })
  // The server answers as for a visitor; web/api/queries.ts keeps members' answers under other keys.
  for (const { method, path, input, output } of answers)
    client.setQueryData(['visitor', method, path, input], output)
  return client
}

/** A refusal will be the same next time, and so will a call made offline; a server failure may not. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (!isOnline()) return false
  const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 500
  return !isRefusal && failures < RETRIES_MAX
}
