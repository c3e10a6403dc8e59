import { useEffect } from 'react'

import type { JoinChoice } from '#web/features/join-plan/join-dialog.tsx'
import { joinWishIn } from '#web/features/plan-cards/join-path.ts'
import { MEMBERSHIP_ID } from '#web/features/plan-cards/membership-section.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { changePlanPath } from '#web/features/post-card/change-plan-path.ts'
import { useLocation } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'

import type { Creator } from '../creator.ts'

/**
 * Renders nothing. Follows an address that asks to join a plan: to its payment sheet, to a plan change for members with
 * another plan, or to the available plans. The request then leaves the address, so neither a reload nor the back button
 * opens the sheet again.
 */
export function JoinWish({
  creator,
  plans,
  onJoin,
}: {
  creator: Creator
  plans: readonly Plan[]
  onJoin: (choice: JoinChoice) => void
}) {
  const { search, pathname } = useLocation()

  useEffect(() => {
    const wish = joinWishIn(search)
    if (!wish) return
    const plan = plans.find(({ _id }) => _id === wish.planId)
    const canJoin = !creator.isCurrentUser && !creator.isSubscribed && !creator.isBlocked
    if (plan && creator.isSubscribed && !plan.subscribed) {
      navigate(changePlanPath(creator.pageHandle, plan._id), { replace: true })
      return
    }
    navigate(pathname + (plan && canJoin ? '' : `#${MEMBERSHIP_ID}`), { replace: true })
    if (plan && canJoin) onJoin({ plan, interval: wish.interval })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each wish, as soon as all is known
  }, [search, creator, plans])
  return null
}
