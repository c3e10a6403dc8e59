import { Suspense } from 'react'

import type { Post } from './post.ts'
import { releasePart } from './release-part.ts'

/** When a post opens for this viewer, or until when it is open to them; nothing where there is no such moment. */
export function ReleaseNews({ post: { opensNext, closesNext, publishedAt } }: { post: Post }) {
  if (!opensNext && !closesNext) return null
  return (
    <span data-part="release" className="mt-3 block min-h-5">
      <Suspense>
        <releasePart.Screen opensNext={opensNext} closesNext={closesNext} publishedAt={publishedAt} />
      </Suspense>
    </span>
  )
}
