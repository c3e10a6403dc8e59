import { Clock, Lock, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import type { getPosts } from '#contract/posts/routes.ts'
import { holdsText } from '#web/features/media/duration.ts'
import { EmbedFrame } from '#web/features/media/embed-frame.tsx'
import { PostMedia } from '#web/features/media/post-media.tsx'
import { MEMBERSHIP_ID } from '#web/features/plan-cards/membership-section.ts'
import { planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { TimeAgo } from '#web/features/relative-time/time-ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'

import { changePlanPath } from './change-plan-path.ts'
import { postCardTexts as texts } from './messages.ts'
import { PostText } from './post-text.tsx'

export type Post = OutputOf<typeof getPosts>[number]

export type PostCardProps = {
  post: Post
  /** Says to the owner for whom the post is. */
  badge?: ReactNode
  /**
   * How a locked post's button leads to the plans: a link to the creator's page, a call where the plans are on this
   * very page, or `upgrade` for somebody whose own plan does not open it.
   */
  join?: 'link' | 'upgrade' | (() => void)
  /** Only the owner deletes. */
  onDelete?: () => void
}

/** One post, or what may be said about one that is for members. No frame of its own: lists put lines between. */
export function PostCard({ post, badge, join = 'link', onDelete }: PostCardProps) {
  const headId = useId()
  const { pageHandle, pageName, profileImage } = post.creatorId
  return (
    <article aria-labelledby={headId} className="min-w-0">
      <header className="flex items-center gap-3">
        <Avatar name={pageName} handle={pageHandle} src={profileImage} size={32} />
        <div id={headId} className="min-w-0 flex-1 text-sm leading-tight">
          <Link to={`/${pageHandle}`} className="block truncate font-semibold text-ink hover:underline">
            {pageName}
          </Link>
          <p className="flex min-w-0 gap-1.5 text-xs text-ink-faint">
            <span className="truncate">@{pageHandle}</span>
            <span aria-hidden="true">·</span>
            <TimeAgo moment={post.createdAt} className="shrink-0" />
          </p>
        </div>
        {badge}
        {onDelete && (
          <IconButton label={texts.delete.label} icon={<Trash2 aria-hidden="true" />} onClick={onDelete} />
        )}
      </header>
      {post.locked ? <LockedContent post={post} join={join} /> : <Content post={post} />}
    </article>
  )
}

function Content({ post }: { post: Post }) {
  return (
    <>
      <PostText post={post} />
      {post.media && <PostMedia media={post.media} pageName={post.creatorId.pageName} />}
      {post.embed && <EmbedFrame embed={post.embed} pageName={post.creatorId.pageName} />}
      {post.isWaiting && (
        <p className="mt-3 flex items-center gap-2 text-sm text-ink-soft">
          <Clock aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          {texts.waiting}
        </p>
      )}
    </>
  )
}

function LockedContent({ post, join }: { post: Post; join: NonNullable<PostCardProps['join']> }) {
  const { plan, teaser, holds, creatorId } = post
  const label = plan ? texts.join(plan.name, planPriceText(plan, 'monthly')) : texts.seePlans
  return (
    <div className="mt-4 flex flex-col items-start gap-4 rounded-card bg-wash p-5 sm:flex-row sm:items-center sm:justify-between">
      <p className="flex min-w-0 flex-1 items-start gap-3 text-base text-ink-soft">
        <Lock aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-faint" />
        <span className="min-w-0 wrap-break-word">
          {teaser ?? texts.forMembers}
          {holds && <span className="block text-sm text-ink-faint">{holdsText(holds)}</span>}
        </span>
      </p>
      {join === 'upgrade' ? (
        plan && (
          <Button className="max-w-full" to={changePlanPath(creatorId.pageHandle)}>
            {texts.changeTo(plan.name, planPriceText(plan, 'monthly'))}
          </Button>
        )
      ) : join === 'link' ? (
        <Button className="max-w-full" to={`/${creatorId.pageHandle}#${MEMBERSHIP_ID}`}>
          {label}
        </Button>
      ) : (
        <Button className="max-w-full" onClick={join}>
          {label}
        </Button>
      )}
    </div>
  )
}
