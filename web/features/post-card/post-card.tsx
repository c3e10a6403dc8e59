import { Clock, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'

import { embedPart } from '#web/features/media/embed-part.ts'
import { mediaPart } from '#web/features/media/media-part.ts'
import { toTheEdges } from '#web/features/media/placement.ts'
import { TimeAgo } from '#web/features/relative-time/time-ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'

import { HeldContent, LockedContent } from './locked-content.tsx'
import { postCardTexts as texts } from './messages.ts'
import { PostText } from './post-text.tsx'
import type { Post } from './post.ts'

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
    <article aria-labelledby={headId} className="min-w-0">
      <header className="flex items-center gap-x-3 gap-y-2 max-[24rem]:flex-wrap">
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
        {/* The narrowest phones have no room for it beside the name and the time. */}
        {badge && (
          <div className="flex max-w-[45%] shrink-0 max-[24rem]:order-last max-[24rem]:max-w-full max-[24rem]:basis-full">
            {badge}
          </div>
        )}
        {onDelete && (
          <IconButton label={texts.delete.label} icon={<Trash2 aria-hidden="true" />} onClick={onDelete} />
        )}
      </header>
      {!post.locked ? (
        <Content post={post} />
      ) : isViewerKnown ? (
        <LockedContent post={post} onJoin={onJoin} />
      ) : (
        <HeldContent />
      )}
    </article>
  )
}

function Content({ post }: { post: Post }) {
  return (
    <>
      <PostText post={post} />
      {post.media && (
        <div data-part="media">
          <Suspense fallback={<Room />}>
            <mediaPart.Screen media={post.media} pageName={post.creatorId.pageName} />
          </Suspense>
        </div>
      )}
      {post.embed && (
        <div data-part="embed">
          <Suspense fallback={<Room />}>
            <embedPart.Screen embed={post.embed} pageName={post.creatorId.pageName} />
          </Suspense>
        </div>
      )}
      {post.isWaiting && (
        <p className="mt-3 flex items-center gap-2 text-sm text-ink-soft">
          <Clock aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          {texts.waiting}
        </p>
      )}
    </>
  )
}

/** Reserves the space of a post's video or picture until its code has loaded. */
function Room() {
  return <div className={classNames('aspect-video bg-wash', toTheEdges)} />
}
