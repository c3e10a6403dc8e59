import { keepPreviousData, useQuery as useTanstackQuery } from '@tanstack/react-query'

import type { CallOf, FailureCodeOf, InputOf, OutputOf } from '#contract/http/route.ts'

import { call, type CallError } from './call.ts'
import { isOnline } from './online.ts'
import { useViewer } from './session.ts'

/** How often a failed list is retried, while it is on screen and our server can't be reached. */
const TRY_AGAIN_AFTER_MS = 5000

/** The viewer is part of every key: a visitor's answer is never shown to a member. */
export function queryKey(route: CallOf, input: unknown, isSignedIn: boolean): readonly unknown[] {
  return [isSignedIn ? 'member' : 'visitor', route.method, route.path, input]
}

/** When our server couldn't be reached, the call is repeated. */
export function refetchIntervalAfter(error: CallError | null): number | false {
  return error?.code === 'offline' && isOnline() ? TRY_AGAIN_AFTER_MS : false
}

/**
 * Reads a route; answers come from the cache first and are refreshed behind it. When the server couldn't be reached,
 * the call is repeated automatically, so the page recovers with the connection. While the viewer is unknown, it uses
 * the answers that came with the page and asks nothing.
 */
export function useQuery<R extends CallOf>(
  route: R,
  input: InputOf<R>,
  options: { isEnabled?: boolean; refetchEveryMs?: number | false } = {},
) {
  const viewer = useViewer()
  return useTanstackQuery<OutputOf<R>, CallError<FailureCodeOf<R>>>({
    queryKey: queryKey(route, input, viewer === 'member'),
    queryFn: ({ signal }) => call(route, input, { signal }),
    enabled: viewer !== 'unknown' && (options.isEnabled ?? true),
    refetchInterval: ({ state }) => refetchIntervalAfter(state.error) || (options.refetchEveryMs ?? false),
    placeholderData: keepPreviousData,
  })
}
