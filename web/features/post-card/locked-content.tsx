import { Lock } from 'lucide-react'
import { Suspense } from 'react'

import { useToken } from '#web/api/session.ts'
import { holdsText, playTimeText } from '#web/features/media/duration.ts'
import { MEMBERS_ONLY_CLASS_NAME } from '#web/features/page-head/members-only.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { postCardTexts as texts } from './messages.ts'
import { offerOf } from './offer.ts'
import type { Post } from './post.ts'
import { ReleaseNews } from './release-news.tsx'
import { WayIn, WayInSpace } from './way-in.tsx'

// Visitors shouldn't load code about a member's subscriptions.
const MembersWayIn = lazyPart(async () => (await import('./members-way-in.tsx')).MembersWayIn)

export interface LockedContentProps {
  post: Post
  /** Opens a plan's payment sheet if it is on this page; otherwise a link leads to it. */
  onJoin?: ((planId: string) => void) | undefined
  /** This is the post's own page. */
  isOwnPage?: boolean
}

/** The public part of a members' post, and the one way in that this viewer has. */
export function LockedContent({ post, onJoin, isOwnPage }: LockedContentProps) {
  const isSignedIn = useToken() !== null
  const { pitch, plan, creatorId: creator, hasPlans, content } = post
  const facts = factsText(post)
  // Below the open part of a text it says what follows, in the box; otherwise it stands for the text.
  const isBelowText = content !== ''
  const offer = offerOf({ creatorId: creator._id, plan, hasPlans }, 'visitor')
  return (
    <div className={MEMBERS_ONLY_CLASS_NAME}>
      {pitch !== null && !isBelowText && (
        <p
          dir="auto"
          className={classNames(
            'mt-3 whitespace-pre-line wrap-break-word',
            isOwnPage ? 'text-xl text-ink-soft' : 'text-lg',
          )}
        >
          {pitch}
        </p>
      )}
      <div
        className={classNames(
          'mt-5 flex flex-col items-start gap-4 rounded-card border p-4 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between',
          isOwnPage ? 'border-champagne-line bg-champagne sm:p-6' : 'border-line bg-paper-raised',
        )}
      >
        <p className="flex min-w-0 items-start sm:flex-1 sm:basis-48 gap-3 text-base text-ink-soft">
          <Lock aria-hidden="true" className="size-10 shrink-0 rounded-full bg-brand-soft p-2.5 text-brand" />
          <span className="min-w-0 wrap-break-word">
            <span className={isBelowText ? 'block font-semibold text-ink' : undefined}>
              {lockedText(post)}
            </span>
            {pitch !== null && isBelowText && (
              <span dir="auto" className="mt-0.5 block whitespace-pre-line">
                {pitch}
              </span>
            )}
            {facts !== null && <span className="block text-sm text-ink-faint">{facts}</span>}
            <ReleaseNews post={post} />
          </span>
        </p>
        {isSignedIn ? (
          <Suspense fallback={<WayInSpace />}>
            <MembersWayIn post={post} onJoin={onJoin} isOwnPage={isOwnPage} />
          </Suspense>
        ) : (
          // A visitor has nothing to change.
          offer !== 'change' && (
            <WayIn isVisitor post={post} offer={offer} onJoin={onJoin} isOwnPage={isOwnPage} />
          )
        )}
      </div>
    </div>
  )
}

/** One line that gives nothing away; below the open part of a text it is about what follows. */
function lockedText({ plan, readMinutes, content }: Post): string {
  if (content !== '') return plan === null ? texts.restForMembers : texts.restForPlan(plan.name)
  if (readMinutes === null) return texts.forSomeMembers
  return plan === null ? texts.forMembers(readMinutes) : texts.forPlan(plan.name, readMinutes)
}

/** What else there is to know: what it holds, and how long all of it is where the first line doesn't say so. */
function factsText(post: Post): string | null {
  const { readMinutes, content } = post
  const minutes = content !== '' && readMinutes !== null ? texts.inAll(readMinutes) : null
  return [minutes, contentsText(post)].filter((part) => part !== null).join(texts.between) || null
}

/** A placeholder of the same size, until it is known whether the viewer may read the post. */
export function HeldContent() {
  return (
    <div className="mt-5 flex flex-col gap-4 rounded-card border border-line bg-paper-raised p-4 sm:flex-row sm:items-center sm:justify-between">
      <output className="sr-only">{texts.loading}</output>
      <div className="max-w-96 flex-1 space-y-2.5">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-3.5 w-2/5" />
      </div>
      <Skeleton shape="picture" className="h-11 w-44 max-w-full" />
    </div>
  )
}

/** "Video, 12 min · 3 files": what a locked post holds. null: nothing but text. */
export function contentsText({ contents, fileCount }: Pick<Post, 'contents' | 'fileCount'>): string | null {
  if (!contents) return null
  const { videos, audios, pictures, playMs } = contents
  // With one player alone its name is enough; otherwise each kind has its number, and the time is of all together.
  const isOnePlayer = videos + audios === 1
  const players = isOnePlayer
    ? [holdsText({ kind: videos === 1 ? 'video' : 'audio', durationMs: playMs })]
    : [
        videos > 0 && texts.videos(videos),
        audios > 0 && texts.audios(audios),
        playMs !== null && playTimeText(playMs),
      ]
  const parts = [
    ...players,
    pictures > 0 && texts.pictures(pictures),
    fileCount > 0 && texts.files(fileCount),
  ]
  return parts.filter((part) => part !== false).join(texts.between) || null
}
