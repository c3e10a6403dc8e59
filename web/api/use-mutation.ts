import { type QueryClient, useMutation as useTanstackMutation, useQueryClient } from '@tanstack/react-query'

import type { FailureCodeOf, InputOf, OutputOf, Route } from '#contract/http/route.ts'

import { call, type CallError, type CallOptions } from './call.ts'

/** Changes something through a route; on success the named routes are refetched wherever they are shown. */
export function useMutation<R extends Route>(route: R, options: { refreshes?: readonly Route[] } = {}) {
  const client = useQueryClient()
  return useTanstackMutation<
    OutputOf<R>,
    CallError<FailureCodeOf<R>>,
    { input: InputOf<R>; files?: CallOptions['files'] }
  >({
    mutationFn: ({ input, files }) => call(route, input, files ? { files } : {}),
    onSuccess: () => refresh(client, options.refreshes ?? []),
  })
}

/** Fetches the answers of these routes anew wherever they are shown. */
export function refresh(client: QueryClient, routes: readonly Route[]): Promise<unknown> {
  return Promise.all(
    routes.map((route) =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] === route.method && queryKey[2] === route.path,
      }),
    ),
  )
}
