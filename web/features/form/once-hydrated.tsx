import { type ReactNode, Suspense } from 'react'

import { useIsHydrated } from './use-is-hydrated.ts'

/** Parts whose code comes later: never in the HTML of the server, which cannot wait for it. */
export function OnceHydrated({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useIsHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
