import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'

import type { MarkedPost } from './marked-post.ts'

// A rendered page is the same for everyone and kept: marks are for the browser to ask for.
const MarkButtons = lazyPart(async () => (await import('./mark-buttons.tsx')).MarkButtons)

/** The heart and the bookmark below a post. Keeps their place until it is known what they show. */
export function PostMarks(props: MarkedPost) {
  return (
    <div className="-ms-3 flex min-h-11 items-center gap-1">
      <OnceHydrated>
        <MarkButtons {...props} />
      </OnceHydrated>
    </div>
  )
}
