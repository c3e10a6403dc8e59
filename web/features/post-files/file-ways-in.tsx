import { Suspense } from 'react'

import { useToken } from '#web/api/session.ts'
import { offerOf } from '#web/features/post-card/offer.ts'
import type { Post } from '#web/features/post-card/post.ts'
import { WayIn, WayInSpace } from '#web/features/post-card/way-in.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

// Visitors shouldn't load code about a member's subscriptions.
const MembersWayIn = lazyPart(
  async () => (await import('#web/features/post-card/members-way-in.tsx')).MembersWayIn,
)

/** One button for each plan that opens files which are closed to this viewer; most often there is one. */
export function FileWaysIn({ post, onJoin }: { post: Post; onJoin: ((planId: string) => void) | undefined }) {
  const isSignedIn = useToken() !== null
  const plans = new Map(post.files.flatMap(({ plan }) => (plan === null ? [] : [[plan._id, plan] as const])))
  if (plans.size === 0) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {[...plans.values()].map((plan) => {
        const about = { ...post, plan }
        const offer = offerOf({ creatorId: post.creatorId._id, plan, hasPlans: post.hasPlans }, 'visitor')
        if (!isSignedIn)
          // A visitor has nothing to change.
          return offer === 'change' ? null : (
            <WayIn key={plan._id} isVisitor post={about} offer={offer} onJoin={onJoin} />
          )
        return (
          <Suspense key={plan._id} fallback={<WayInSpace />}>
            <MembersWayIn post={about} onJoin={onJoin} />
          </Suspense>
        )
      })}
    </div>
  )
}
