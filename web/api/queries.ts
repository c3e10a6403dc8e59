import {
  keepPreviousData,
  useMutation as useTanstackMutation,
  useQuery as useTanstackQuery,
  useQueryClient,
} from '@tanstack/react-query'

import type { FailureCodeOf, InputOf, OutputOf, Route } from '#contract/http/route.ts'

import { call, type CallError, type CallOptions } from './call.ts'
import { isOnline } from './online.ts'
import { useToken } from './session.ts'

/** How often a list that could not be read is tried again, while it is on screen and we cannot be reached. */
const TRY_AGAIN_AFTER_MS = 5000

/** Who looks is part of every key: what a visitor was shown is never what a member reads. */
function queryKey<R extends Route>(route: R, input: InputOf<R>, isSignedIn: boolean): readonly unknown[] {
  return [isSignedIn ? 'member' : 'visitor', route.method, route.path, input]
}

/**
 * Reads a route; answers come from the cache first and are refreshed behind it. One that could not be reached is asked
 * again by itself, so that the page recovers with the line.
 */
export function useQuery<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: { isEnabled?: boolean; refetchEveryMs?: number | false } = {},
) {
  const isSignedIn = useToken() !== null
  return useTanstackQuery<OutputOf<R>, CallError<FailureCodeOf<R>>>({
    queryKey: queryKey(route, input, isSignedIn),
    queryFn: ({ signal }) => call(route, input, { signal }),
    enabled: options.isEnabled ?? true,
    refetchInterval: ({ state }) =>
      state.error?.code === 'offline' && isOnline() ? TRY_AGAIN_AFTER_MS : (options.refetchEveryMs ?? false),
    placeholderData: keepPreviousData,
  })
}

/** Changes something through a route; on success the named routes are read again wherever they are shown. */
export function useMutation<R extends Route>(route: R, options: { refreshes?: readonly Route[] } = {}) {
  const client = useQueryClient()
  return useTanstackMutation<
    OutputOf<R>,
    CallError<FailureCodeOf<R>>,
    { input: InputOf<R>; files?: CallOptions['files'] }
  >({
    mutationFn: ({ input, files }) => call(route, input, files ? { files } : {}),
    onSuccess: () =>
      Promise.all(
        (options.refreshes ?? []).map((refreshed) =>
          client.invalidateQueries({
            predicate: (query) =>
              query.queryKey[1] === refreshed.method && query.queryKey[2] === refreshed.path,
          }),
        ),
      ),
  })
}
