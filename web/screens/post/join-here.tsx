import { useEffect } from 'react'

import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { JoinDialog } from '#web/features/join-plan/join-dialog.tsx'
import { joinWishIn } from '#web/features/plan-cards/join-path.ts'
import type { Post } from '#web/features/post-card/post.ts'
import { wayBackTo } from '#web/features/post-card/way-back.ts'
import { useLocation } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'

export interface JoinHereProps {
  post: Post
  /** The plan whose payment sheet is open; null: none. */
  planId: string | null
  onChoose: (planId: string | null) => void
  onJoined: () => void
}

/**
 * The payment sheet on a locked post's page, so that members read on where they were. An address that asks to join, as
 * after logging in, opens it once; the request then leaves the address.
 */
export function JoinHere({ post, planId, onChoose, onJoined }: JoinHereProps) {
  const { pageHandle, pageName } = post.creatorId
  const { data: plans } = useQuery(getCreatorPlans, { pageHandle })
  const { search, pathname } = useLocation()
  const plan = plans?.find(({ _id }) => _id === planId)
  const isMember = plans?.some(({ subscribed }) => subscribed)

  useEffect(() => {
    const wish = joinWishIn(search)
    if (!wish || isMember === undefined) return
    navigate(pathname, { replace: true })
    if (!isMember) onChoose(wish.planId)
  }, [search, pathname, isMember, onChoose])

  return (
    <JoinDialog
      choice={plan ? { plan, interval: 'monthly' } : null}
      pageHandle={pageHandle}
      pageName={pageName}
      backTo={wayBackTo(post)}
      onClose={() => onChoose(null)}
      onJoined={onJoined}
    />
  )
}
