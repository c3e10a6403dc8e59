import { Lock } from 'lucide-react'
import { Suspense } from 'react'

import { useToken } from '#web/api/session.ts'
import { holdsText } from '#web/features/media/duration.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { postCardTexts as texts } from './messages.ts'
import { offerOf } from './offer.ts'
import type { Post } from './post.ts'
import { WayIn, WayInSpace } from './way-in.tsx'

// Visitors shouldn't load code about a member's subscriptions.
const MembersWayIn = lazyPart(async () => (await import('./members-way-in.tsx')).MembersWayIn)

export interface LockedContentProps {
  post: Post
  /** Opens a plan's payment sheet if it is on this page; otherwise a link leads to it. */
  onJoin?: ((planId: string) => void) | undefined
}

/** The public part of a members' post, and the one way in that this viewer has. */
export function LockedContent({ post, onJoin }: LockedContentProps) {
  const isSignedIn = useToken() !== null
  const { teaser, holds, plan, creatorId: creator } = post
  return (
    <div className="mt-4 flex flex-col items-start gap-4 rounded-card bg-wash p-5 sm:flex-row sm:items-center sm:justify-between">
      <p className="flex min-w-0 flex-1 items-start gap-3 text-base text-ink-soft">
        <Lock aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-faint" />
        <span className="min-w-0 wrap-break-word">
          {teaser ?? texts.forMembers}
          {holds && <span className="block text-sm text-ink-faint">{holdsText(holds)}</span>}
        </span>
      </p>
      {isSignedIn ? (
        <Suspense fallback={<WayInSpace />}>
          <MembersWayIn post={post} onJoin={onJoin} />
        </Suspense>
      ) : (
        <WayIn
          isVisitor
          post={post}
          offer={offerOf({ creatorId: creator._id, plan }, 'visitor')}
          onJoin={onJoin}
        />
      )}
    </div>
  )
}

/** A placeholder of the same size, until it is known whether the viewer may read the post. */
export function HeldContent() {
  return (
    <div className="mt-4 flex flex-col gap-4 rounded-card bg-wash p-5 sm:flex-row sm:items-center sm:justify-between">
      <output className="sr-only">{texts.loading}</output>
      <div className="max-w-96 flex-1 space-y-2.5">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-3.5 w-2/5" />
      </div>
      <Skeleton shape="picture" className="h-11 w-44 max-w-full" />
    </div>
  )
}
