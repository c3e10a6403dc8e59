import { keepPreviousData, useQuery as useTanstackQuery } from '@tanstack/react-query'

import type { FailureCodeOf, InputOf, OutputOf, Route } from '#contract/http/route.ts'

import { call, type CallError } from './call.ts'
import { isOnline } from './online.ts'
import { useViewer } from './session.ts'

/** How often a list that could not be read is tried again, while it is on screen and we cannot be reached. */
const TRY_AGAIN_AFTER_MS = 5000

/** Who looks is part of every key: what a visitor was shown is never what a member reads. */
function queryKey<R extends Route>(route: R, input: InputOf<R>, isSignedIn: boolean): readonly unknown[] {
  return [isSignedIn ? 'member' : 'visitor', route.method, route.path, input]
}

/**
 * Reads a route; answers come from the cache first and are refreshed behind it. One that could not be reached is asked
 * again by itself, so that the page recovers with the line. While nobody knows who looks, there is what the page came
 * with, and nothing is asked.
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
