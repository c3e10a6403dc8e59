import type { QueryClient } from '@tanstack/react-query'

/**
 * Changes what this page knows by an event. An answer under way may have been read before the event, so it is changed
 * once more when it arrives: `change` comes to the same twice.
 */
export function changeKnown<T>(
  client: QueryClient,
  isConcerned: (queryKey: readonly unknown[]) => boolean,
  change: (known: T) => T,
): void {
  const found = client.getQueryCache().findAll({ predicate: ({ queryKey }) => isConcerned(queryKey) })
  for (const query of found) {
    const apply = () =>
      void client.setQueryData<T>(query.queryKey, (known) => (known === undefined ? known : change(known)))
    apply()
    // One that is cancelled, or fails, is asked for anew, and that is read after the event.
    if (query.state.fetchStatus === 'fetching') query.promise?.then(apply, () => undefined)
  }
}
