import { Bookmark, Heart, MessageCircle } from 'lucide-react'
import { Suspense } from 'react'

import { formatNumber } from '#contract/numbers.ts'
import { useToken } from '#web/api/session.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import type { MarkedPost } from './marked-post.ts'
import { postMarksTexts as texts } from './messages.ts'
import { useMarks } from './use-marks.ts'

// Only for members.
const PostMore = lazyPart(async () => (await import('#web/features/report/post-more.tsx')).PostMore)

const buttonClassName =
  'group inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 text-sm text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink aria-pressed:text-brand'
const iconClassName =
  'size-5 transition-transform duration-150 ease-out group-active:scale-80 group-aria-pressed:fill-current motion-reduce:transition-none motion-reduce:group-active:scale-100'

/** The heart with its count, and the bookmark. */
export function MarkButtons({ postId, postPath, isLocked }: MarkedPost) {
  const { marks, toggleLike, toggleSave } = useMarks(postId)
  const isSignedIn = useToken() !== null
  if (!marks) return null
  const { likes, comments, isLiked, isSaved } = marks
  return (
    <>
      {isLocked && !isLiked ? (
        likes > 0 && (
          <p className="flex min-h-11 items-center gap-2 px-3 text-sm text-ink-faint">
            <Heart aria-hidden="true" className="size-5" />
            {texts.likes(likes)}
          </p>
        )
      ) : (
        <button
          type="button"
          aria-pressed={isLiked}
          aria-label={likes > 0 ? `${texts.like}, ${texts.likes(likes)}` : texts.like}
          title={texts.like}
          className={buttonClassName}
          onClick={() => void toggleLike()}
        >
          <Heart aria-hidden="true" className={iconClassName} />
          <span className={classNames('min-w-[1ch] text-start tabular-nums', likes === 0 && 'hidden')}>
            {formatNumber(likes)}
          </span>
        </button>
      )}
      {isLocked ? (
        comments > 0 && (
          <p className="flex min-h-11 items-center gap-2 px-3 text-sm text-ink-faint">
            <MessageCircle aria-hidden="true" className="size-5" />
            {texts.comments(comments)}
          </p>
        )
      ) : (
        <Link
          to={`${postPath}#comments`}
          aria-label={comments > 0 ? texts.comments(comments) : texts.noComments}
          title={comments > 0 ? texts.comments(comments) : texts.noComments}
          className={buttonClassName}
        >
          <MessageCircle aria-hidden="true" className="size-5" />
          {comments > 0 && <span className="tabular-nums">{formatNumber(comments)}</span>}
        </Link>
      )}
      {(!isLocked || isSaved) && (
        <button
          type="button"
          aria-pressed={isSaved}
          aria-label={texts.save}
          title={texts.save}
          className={buttonClassName}
          onClick={() => void toggleSave()}
        >
          <Bookmark aria-hidden="true" className={iconClassName} />
        </button>
      )}
      {isSignedIn && (
        <Suspense>
          <PostMore {...{ postId, postPath }} />
        </Suspense>
      )}
    </>
  )
}
