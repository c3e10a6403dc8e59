import type { Query, QueryClient } from '@tanstack/react-query'

import type { CallOf } from '#contract/http/route.ts'

/** Fetches the answers of these routes anew wherever they are shown. */
export function refresh(client: QueryClient, routes: readonly CallOf[]): Promise<unknown> {
  return refreshMatching(client, ({ queryKey }) =>
    routes.some(({ method, path }) => queryKey[1] === method && queryKey[2] === path),
  )
}

/**
 * Fetches anew whatever matches and is shown. A first answer that is still on its way may have been read before the
 * change that this is about, and the library would keep to it (`cancelRefetch`): it is shown, and then asked for once
 * more.
 */
export function refreshMatching(
  client: QueryClient,
  predicate: (query: Pick<Query, 'queryKey'>) => boolean,
): Promise<unknown> {
  return Promise.all(
    client
      .getQueryCache()
      .findAll({ predicate })
      .map(async (query) => {
        const isFirst = query.state.data === undefined
        if (isFirst) await query.promise?.catch(() => undefined)
        // What was told in the meantime is all in that one answer.
        await client.invalidateQueries({ predicate: (other) => other === query }, { cancelRefetch: !isFirst })
      }),
  )
}
