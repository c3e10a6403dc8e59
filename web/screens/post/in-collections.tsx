import type { OutputOf } from '#contract/http/route.ts'
import type { getPostByAddress } from '#contract/posts/calls.ts'
import { Link } from '#web/ui/link.tsx'

import { postPageTexts as texts } from './messages.ts'

/** The way to the collections that a post is in. */
export function InCollections({ collections }: Pick<OutputOf<typeof getPostByAddress>, 'collections'>) {
  if (collections.length === 0) return null
  return (
    <nav
      aria-label={texts.partOf}
      className="mt-8 flex flex-wrap items-center gap-x-4 text-base text-ink-soft"
    >
      <span aria-hidden="true">{texts.partOf}</span>
      {collections.map(({ path, title }) => (
        <Link
          key={path}
          to={path}
          className="inline-flex min-h-11 max-w-full min-w-0 items-center font-medium text-brand underline-offset-3 hover:underline"
        >
          <span dir="auto" className="truncate">
            {title}
          </span>
        </Link>
      ))}
    </nav>
  )
}
