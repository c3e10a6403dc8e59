import { Pin } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'

import { PostMarks } from '#web/features/post-marks/post-marks.tsx'
import { When } from '#web/features/time/when.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
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
    <article aria-labelledby={headId} className="post" data-pinned={post.isPinned || undefined}>
      {post.cover && <Cover cover={post.cover} />}
      <header>
        <Avatar name={pageName} handle={pageHandle} src={profileImage} size={32} />
        {/* A post is called by its title; without one by who wrote it, and when. */}
        <div id={post.title === null ? headId : undefined}>
          <Link to={`/${pageHandle}`} className="post-page">
            {pageName}
          </Link>
          <p className="facts">
            <span dir="ltr">@{pageHandle}</span>
            <Link to={post.path}>
              <When moment={post.publishedAt} />
            </Link>
            {/* What a member pays for says so; its owner has the badge, and a locked one the box below. */}
            {post.plan && !post.locked && !badge && <span>{texts.openFor(post.plan.name)}</span>}
            {post.editedAt !== null && <span>{texts.edited}</span>}
            {post.isPinned && (
              <span>
                <Pin aria-hidden="true" />
                {texts.pinned}
              </span>
            )}
          </p>
        </div>
        {/* Phones have no room for it beside the name and the owner's actions. */}
        {badge && <div className="post-badge">{badge}</div>}
        {onDelete && (
          <Suspense fallback={<span className="size-11 shrink-0" />}>
            <OwnerActions {...{ post, onDelete }} />
          </Suspense>
        )}
      </header>
      {post.title !== null && (
        <h3 id={headId} dir="auto">
          {/* Of a post with a cover it reaches over that too. */}
          <Link to={post.path} className={post.cover ? 'over-cover' : 'hover:underline'}>
            {post.title}
          </Link>
        </h3>
      )}
      {(!post.locked || post.content !== '') && <PostContent post={post} onJoin={onJoin} />}
      {post.locked && (isViewerKnown ? <LockedContent post={post} onJoin={onJoin} /> : <HeldContent />)}
      <PostMarks postId={post._id} postPath={post.path} isLocked={post.locked} />
    </article>
  )
}
