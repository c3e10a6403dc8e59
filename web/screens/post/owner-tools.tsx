import { Suspense, useState } from 'react'

import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { PlanBadge } from '#web/features/plan-badge/plan-badge.tsx'
import type { Post } from '#web/features/post-card/post.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { navigate } from '#web/routing/navigate.ts'

const OwnerActions = lazyPart(
  async () => (await import('#web/features/post-card/owner-actions.tsx')).OwnerActions,
)
const DeletePostDialog = lazyPart(
  async () => (await import('#web/features/post-card/delete-post-dialog.tsx')).DeletePostDialog,
)

/** Who the post is for, and the ways to change and to remove it: for its creator. */
export function OwnerTools({ post }: { post: Post }) {
  const { pageHandle } = post.creatorId
  const plans = useQuery(getCreatorPlans, { pageHandle })
  const [deleting, setDeleting] = useState<Post | null>(null)
  return (
    <>
      {/* Phones have no room for it beside the name and the actions. */}
      <div className="flex max-w-[45%] shrink-0 max-sm:order-last max-sm:max-w-full max-sm:basis-full">
        <PlanBadge plan={post.plan} offeredPlans={plans.data ?? []} />
      </div>
      <Suspense>
        <OwnerActions post={post} onDelete={() => setDeleting(post)} />
      </Suspense>
      <Suspense>
        <DeletePostDialog
          post={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => navigate(`/${pageHandle}`, { replace: true })}
        />
      </Suspense>
    </>
  )
}
