import { joinPath } from '#web/features/plan-cards/join-path.ts'
import { goToMembership, MEMBERSHIP_ID } from '#web/features/plan-cards/membership-section.ts'
import { planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'

import { changePlanPath } from './change-plan-path.ts'
import { postCardTexts as texts } from './messages.ts'
import type { Offer } from './offer.ts'
import type { Post } from './post.ts'

export interface WayInProps {
  post: Post
  offer: Offer
  /** The viewer has to sign in first. */
  isVisitor?: boolean
  /** Opens a plan's payment sheet if it is on this page; otherwise a link leads to it. */
  onJoin?: ((planId: string) => void) | undefined
}

/** The button that opens a locked post. */
export function WayIn({ post: { plan, creatorId: creator }, offer, isVisitor = false, onJoin }: WayInProps) {
  if (offer === null) return <WayInSpace />
  if (offer === 'membership') return <Button to="/subscriptions">{texts.seeMembership}</Button>
  if (offer === 'plans' || !plan)
    return onJoin ? (
      <Button onClick={goToMembership}>{texts.seePlans}</Button>
    ) : (
      <Button to={`/${creator.pageHandle}#${MEMBERSHIP_ID}`}>{texts.seePlans}</Button>
    )

  const price = planPriceText(plan, 'monthly')
  if (offer === 'change')
    return (
      <Button className="max-w-full" to={changePlanPath(creator.pageHandle, plan._id)}>
        {texts.changeTo(plan.name, price)}
      </Button>
    )
  const label = texts.join(plan.name, price)
  if (!isVisitor && onJoin)
    return (
      <Button className="max-w-full" onClick={() => onJoin(plan._id)}>
        {label}
      </Button>
    )
  const path = joinPath(creator.pageHandle, { planId: plan._id, interval: 'monthly' })
  return (
    <Button className="max-w-full" to={isVisitor ? loginPath(path) : path}>
      {label}
    </Button>
  )
}

/** Keeps the button's place while its offer is unknown. */
export function WayInSpace() {
  return <span className="h-11" />
}
