import { joinPathAt } from '#web/features/plan-cards/join-path.ts'
import { goToMembership, MEMBERSHIP_ID } from '#web/features/plan-cards/membership-section.ts'
import { planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'

import { postCardTexts as texts } from './messages.ts'
import type { Offer } from './offer.ts'
import type { Post } from './post.ts'
import { wayBackTo } from './way-back.ts'

export interface WayInProps {
  post: Post
  /** A change of plan has a way in of its own. */
  offer: Exclude<Offer, 'change'>
  /** The viewer has to sign in first. */
  isVisitor?: boolean
  /** Opens a plan's payment sheet if it is on this page; otherwise a link leads to it. */
  onJoin?: ((planId: string) => void) | undefined
  /** This is the post's own page, which has payment sheets but no list of plans. */
  isOwnPage?: boolean | undefined
}

/** The button that opens a locked post. */
export function WayIn({ post, offer, isVisitor = false, onJoin, isOwnPage = false }: WayInProps) {
  const { plan, creatorId: creator } = post
  if (offer === null) return <WayInSpace />
  if (offer === 'none') return <p className="text-sm text-ink-soft">{texts.notOnSale}</p>
  if (offer === 'membership') return <Button to="/subscriptions">{texts.seeMembership}</Button>
  if (offer === 'plans' || !plan)
    return onJoin && !isOwnPage ? (
      <Button onClick={goToMembership}>{texts.seePlans}</Button>
    ) : (
      <Button to={`/${creator.pageHandle}#${MEMBERSHIP_ID}`}>{texts.seePlans}</Button>
    )

  const label = texts.join(plan.name, planPriceText(plan, 'monthly'))
  const variant = isOwnPage ? 'primary' : 'secondary'
  if (!isVisitor && onJoin)
    return (
      <Button variant={variant} className="max-w-full" onClick={() => onJoin(plan._id)}>
        {label}
      </Button>
    )
  const wish = { planId: plan._id, interval: 'monthly' } as const
  const path = joinPathAt(isOwnPage ? wayBackTo(post) : `/${creator.pageHandle}`, wish)
  return (
    <Button variant={variant} className="max-w-full" to={isVisitor ? loginPath(path) : path}>
      {label}
    </Button>
  )
}

/** Keeps the button's place while its offer is unknown. */
export function WayInSpace() {
  return <span className="h-11" />
}
