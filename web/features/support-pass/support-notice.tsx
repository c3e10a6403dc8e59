import { Suspense } from 'react'

import { useBadges } from '#web/features/bell/use-badges.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

const OpenNotice = lazyPart(async () => (await import('./open-notice.tsx')).OpenNotice)

/** Above every page, while support sees the viewer's account. */
export function SupportNotice() {
  const { seenUntil } = useBadges()
  if (seenUntil === null) return null
  return (
    <Suspense>
      <OpenNotice until={seenUntil} />
    </Suspense>
  )
}
