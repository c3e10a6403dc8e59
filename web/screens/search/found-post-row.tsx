import { Lock } from 'lucide-react'

import type { OutputOf } from '#contract/http/route.ts'
import type { search } from '#contract/posts/calls.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { When } from '#web/features/time/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'

import { searchTexts as texts } from './messages.ts'

type Found = OutputOf<typeof search>['posts'][number]

/** A post that was found: its title, the words around the match, and whose it is. */
export function FoundPostRow({ post }: { post: Found }) {
  const { creator, title, beginning, excerpt, locked, planName, holds } = post
  return (
    <li className="relative flex gap-3 py-5 first:pt-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <Avatar name={creator.pageName} handle={creator.pageHandle} src={creator.profileImage} size={32} />
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="font-display text-lg leading-tight wrap-break-word">
          <Link
            to={`/${creator.pageHandle}/posts/${post._id}`}
            className="outline-none after:absolute after:inset-0 hover:underline"
          >
            {nameOfPost({ title, excerpt: beginning, publishedAt: post.publishedAt })}
          </Link>
        </h3>
        {excerpt.length > 0 && (
          <p dir="auto" className="mt-1 line-clamp-3 text-base wrap-break-word text-ink-soft">
            <Pieces pieces={excerpt} />
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-faint">
          <span className="min-w-0 truncate">{creator.pageName}</span>
          <span aria-hidden="true">·</span>
          <When moment={post.publishedAt} />
          {holds && (
            <>
              <span aria-hidden="true">·</span>
              {texts.holds[holds]}
            </>
          )}
          {locked && (
            <>
              <span aria-hidden="true">·</span>
              <Lock aria-hidden="true" className="size-3.5" />
              {planName === null ? texts.locked : texts.lockedFor(planName)}
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** A text whose matches are marked. */
function Pieces({ pieces: [first, ...rest] }: { pieces: Found['excerpt'] }) {
  if (!first) return null
  return (
    <>
      {first.isMatch ? (
        <mark className="rounded-small bg-champagne px-0.5 text-ink">{first.text}</mark>
      ) : (
        first.text
      )}
      <Pieces pieces={rest} />
    </>
  )
}
