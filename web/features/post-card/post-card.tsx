import { Pin } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'

import { PostMarks } from '#web/features/post-marks/post-marks.tsx'
import { TimeAgo } from '#web/features/relative-time/time-ago.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { Cover } from './cover.tsx'
import { HeldContent, LockedContent } from './locked-content.tsx'
import { postCardTexts as texts } from './messages.ts'
import { PostContent } from './post-content.tsx'
import type { Post } from './post.ts'

// Only for the owner.
const OwnerActions = lazyPart(async () => (await import('./owner-actions.tsx')).OwnerActions)

export type PostCardProps = {
  post: Post
  /** Tells the owner who the post is for. */
  badge?: ReactNode
  /** Opens a plan's payment sheet, if it is on this page. */
  onJoin?: ((planId: string) => void) | undefined
  /** Whether the viewer may read it is unknown: until then a locked post is neither sold nor called locked. */
  isViewerKnown: boolean
  /** Only for the owner. */
  onDelete?: () => void
}

/** One post, or the public part of a members' post. No border of its own: lists put dividers in between. */
export function PostCard({ post, badge, isViewerKnown, onJoin, onDelete }: PostCardProps) {
  const headId = useId()
  const { pageHandle, pageName, profileImage } = post.creatorId
  return (
    <article aria-labelledby={headId} className="relative min-w-0">
      {post.cover && (
        <div className="mb-4">
          <Cover cover={post.cover} />
        </div>
      )}
      <header className="flex items-center gap-x-3 gap-y-2 max-sm:flex-wrap">
        <Avatar name={pageName} handle={pageHandle} src={profileImage} size={32} />
        <div id={headId} className="min-w-0 flex-1 text-sm leading-6">
          <Link to={`/${pageHandle}`} className="block truncate font-semibold text-ink hover:underline">
            {pageName}
          </Link>
          <p className="flex min-w-0 items-center gap-1.5 text-xs text-ink-faint">
            {/* Its owner's actions leave phones no room for it. */}
            <span dir="ltr" className={classNames('truncate', onDelete && 'max-sm:hidden')}>
              @{pageHandle}
            </span>
            <span aria-hidden="true" className={classNames(onDelete && 'max-sm:hidden')}>
              ·
            </span>
            <Link to={post.path} className="inline-flex min-h-6 shrink-0 items-center hover:underline">
              <TimeAgo moment={post.publishedAt} />
            </Link>
            {post.editedAt !== null && (
              <>
                <span aria-hidden="true">·</span>
                <span className="shrink-0">{texts.edited}</span>
              </>
            )}
            {post.isPinned && (
              <span className="flex shrink-0 items-center gap-1 font-medium text-ink-soft">
                <Pin aria-hidden="true" className="size-3.5" />
                {texts.pinned}
              </span>
            )}
          </p>
        </div>
        {/* Phones have no room for it beside the name and the owner's actions. */}
        {badge && (
          <div className="flex max-w-[45%] shrink-0 max-sm:order-last max-sm:max-w-full max-sm:basis-full">
            {badge}
          </div>
        )}
        {onDelete && (
          <Suspense fallback={<span className="h-11 w-33 shrink-0" />}>
            <OwnerActions {...{ post, onDelete }} />
          </Suspense>
        )}
      </header>
      {post.title !== null && (
        <h3 dir="auto" className="mt-3 font-display text-xl text-ink wrap-break-word sm:text-2xl">
          {/* Of a post with a cover it reaches over that too. */}
          <Link to={post.path} className={post.cover ? 'over-cover' : 'hover:underline'}>
            {post.title}
          </Link>
        </h3>
      )}
      {(!post.locked || post.content !== '') && <PostContent post={post} onJoin={onJoin} />}
      {post.locked && (isViewerKnown ? <LockedContent post={post} onJoin={onJoin} /> : <HeldContent />)}
      <div className="mt-3">
        <PostMarks postId={post._id} postPath={post.path} isLocked={post.locked} />
      </div>
    </article>
  )
}
