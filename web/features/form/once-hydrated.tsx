import { type ReactNode, Suspense } from 'react'

import { useIsHydrated } from './use-is-hydrated.ts'

/** Parts whose code loads later: never in the server's HTML, which can't wait for it. */
export function OnceHydrated({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useIsHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
