import { Eye } from 'lucide-react'

import { formatRelease } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { getPreview } from '#contract/posts/calls.ts'
import { Cover } from '#web/features/post-card/cover.tsx'
import { PostContent } from '#web/features/post-card/post-content.tsx'
import { When } from '#web/features/time/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

import { previewTexts as texts } from './messages.ts'

/** The post as its page will show it, below what this is and how long it is here. */
export function PreviewedPost({ post, isUnpublished, expiresAt }: OutputOf<typeof getPreview>) {
  const { pageName, pageHandle, profileImage } = post.creatorId
  return (
    <div className="mx-auto w-full max-w-reading px-4 pt-6 pb-20 sm:box-content sm:w-auto sm:px-6 lg:pt-10">
      <p className="flex items-start gap-3 rounded-card bg-wash p-4 text-sm text-ink-soft sm:p-5">
        <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
        <span className="min-w-0 wrap-break-word">{texts.notice(pageName, dayOf(expiresAt))}</span>
      </p>
      <article aria-labelledby="post-title" className="mt-8">
        {post.cover && <Cover cover={post.cover} isEager />}
        <header className={post.cover ? 'pt-8' : undefined}>
          <h1
            id="post-title"
            dir="auto"
            className={
              post.title === null
                ? 'sr-only'
                : 'font-display text-2xl leading-tight text-balance wrap-break-word sm:text-3xl'
            }
          >
            {post.title ?? texts.title}
          </h1>
          <div className={post.title === null ? 'flex items-center gap-3' : 'mt-5 flex items-center gap-3'}>
            <Avatar name={pageName} handle={pageHandle} src={profileImage} size={48} />
            <div className="min-w-0 flex-1 leading-snug">
              <Link to={`/${pageHandle}`} className="block truncate font-semibold text-ink hover:underline">
                {pageName}
              </Link>
              <p className="text-sm text-ink-faint">
                {isUnpublished ? texts.unpublished : <When moment={post.publishedAt} />}
              </p>
            </div>
          </div>
        </header>
        <div className="mt-6">
          <PostContent post={post} />
        </div>
      </article>
      <div className="mt-10 border-t border-line pt-6">
        <Button to={`/${pageHandle}`}>{texts.visit(pageName)}</Button>
      </div>
    </div>
  )
}

function dayOf(moment: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return formatRelease(moment, { now: new Date(), timeZone })
}
