import type { QueryClient } from '@tanstack/react-query'

import type { Route } from '#contract/http/route.ts'

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
