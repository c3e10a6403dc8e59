import { keepPreviousData, useQuery as useTanstackQuery } from '@tanstack/react-query'

import type { FailureCodeOf, InputOf, OutputOf, Route } from '#contract/http/route.ts'

import { call, type CallError } from './call.ts'
import { isOnline } from './online.ts'
import { useViewer } from './session.ts'

/** How often a failed list is retried, while it is on screen and our server can't be reached. */
const TRY_AGAIN_AFTER_MS = 5000

/** The viewer is part of every key: a visitor's answer is never shown to a member. */
function queryKey<R extends Route>(route: R, input: InputOf<R>, isSignedIn: boolean): readonly unknown[] {
  return [isSignedIn ? 'member' : 'visitor', route.method, route.path, input]
}

/**
 * Reads a route; answers come from the cache first and are refreshed behind it. When the server couldn't be reached,
 * the call is repeated automatically, so the page recovers with the connection. While the viewer is unknown, it uses
 * the answers that came with the page and asks nothing.
 */
export function useQuery<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: { isEnabled?: boolean; refetchEveryMs?: number | false } = {},
) {
  const viewer = useViewer()
  return useTanstackQuery<OutputOf<R>, CallError<FailureCodeOf<R>>>({
    queryKey: queryKey(route, input, viewer === 'member'),
    queryFn: ({ signal }) => call(route, input, { signal }),
    enabled: viewer !== 'unknown' && (options.isEnabled ?? true),
    refetchInterval: ({ state }) =>
      state.error?.code === 'offline' && isOnline() ? TRY_AGAIN_AFTER_MS : (options.refetchEveryMs ?? false),
    placeholderData: keepPreviousData,
  })
}
