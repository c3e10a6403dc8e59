import { QueryClient } from '@tanstack/react-query'

import { CallError } from './api/call.ts'
import type { PageData } from './page-data.tsx'

const STALE_AFTER_MS = 30_000
const RETRIES_MAX = 2

/** The cache of answers, holding already what the page came with. */
export function createQueryClient(answers: PageData['answers']): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: STALE_AFTER_MS, retry: isWorthRetrying } },
  })
  // The server answers as to a visitor; web/api/queries.ts keeps members' answers under other keys.
  for (const { method, path, input, output } of answers)
    client.setQueryData(['visitor', method, path, input], output)
  return client
}

/** A refusal will be the same next time; a network or server that failed may not. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 500
  return !isRefusal && failures < RETRIES_MAX
}
