import { Check, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

import { formatCents } from '#contract/money.ts'
import { priceTexts } from '#contract/plans/price-messages.ts'
import { type BillingInterval, PLAN_DESCRIPTION_MAX_LENGTH } from '#contract/plans/pricing.ts'
import { slot } from '#contract/rich-text.ts'
import { changePlanPath } from '#web/features/post-card/change-plan-path.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

import { joinPath } from './join-path.ts'
import { planCardsTexts as texts } from './messages.ts'
import { type Plan, planPriceCents, planPriceText } from './plan-price.ts'

/** The viewer's options for a plan; the page decides which. */
export type PlanActions =
  | { viewer: 'visitor'; pageHandle: string }
  | { viewer: 'member'; onJoin: (plan: Plan, interval: BillingInterval) => void }
  | { viewer: 'subscriber'; pageHandle: string; isPaymentFailed: boolean; canChange: boolean }
  | {
      viewer: 'owner'
      /** The plan that is being changed, whose editor stands in place of its card. */
      editedId: string | null
      editor: (plan: Plan) => ReactNode
      onEdit: (plan: Plan) => void
      onDelete: (plan: Plan) => void
    }

export type PlanCardProps = {
  plan: Plan
  interval: BillingInterval
  isHighlighted: boolean
  actions: PlanActions
}

/** The button that opens a plan's editor. */
export const editPlanId = ({ _id }: Plan) => `edit-plan-${_id}`

/** One plan: name, price, description, and one action. */
export function PlanCard({ plan, interval, isHighlighted, actions }: PlanCardProps) {
  const amount = slot('amount', formatCents(planPriceCents(plan, interval), plan.currency))
  return (
    <Card
      as="li"
      tone={isHighlighted ? 'highlight' : 'plain'}
      // Side by side, names and prices of all plans are level: the badge is on the edge, and only the name wraps.
      className="relative flex flex-col gap-3"
    >
      {plan.isRecommended && (
        <Badge tone="brand" className="absolute start-4 -top-3 inset-ring inset-ring-line">
          {texts.recommended}
        </Badge>
      )}
      <div className="flex items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 font-display text-xl wrap-break-word">
          <bdi>{plan.name}</bdi>
        </h3>
        <p className="shrink-0 whitespace-nowrap text-ink-soft">
          <RichText
            text={priceTexts[interval](amount)}
            slots={{ amount: <span className="font-display text-xl text-ink tabular-nums" /> }}
          />
        </p>
      </div>
      {plan.description && <Description text={plan.description} planName={plan.name} />}
      <Action {...{ plan, interval, actions, isHighlighted }} />
    </Card>
  )
}

function Description({ text, planName }: { text: string; planName: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const textId = useId()
  const short = shortened(text, PLAN_DESCRIPTION_MAX_LENGTH)
  return (
    // Side by side, the buttons of all plans are level.
    <div className="grow">
      {/* Several lines are what the plan comes with. */}
      <p id={textId} className="plan-text">
        {(isWhole ? text : short).split('\n').map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place
          <span key={index}>{line}</span>
        ))}
      </p>
      {short !== text && (
        <Button
          variant="quiet"
          size="small"
          className="-ms-3"
          aria-expanded={isWhole}
          aria-controls={textId}
          onClick={() => setIsWhole(!isWhole)}
        >
          <RichText text={(isWhole ? texts.showLess : texts.showMore)(planName)} />
        </Button>
      )}
    </div>
  )
}

function Action({ plan, interval, isHighlighted, actions }: PlanCardProps) {
  // One of several is the one to press.
  const variant = isHighlighted ? 'primary' : 'secondary'
  if (actions.viewer === 'owner')
    return (
      <div className="flex flex-wrap gap-2">
        <Button id={editPlanId(plan)} size="small" icon={<Pencil />} onClick={() => actions.onEdit(plan)}>
          <RichText text={texts.edit(plan.name)} />
        </Button>
        <Button size="small" variant="quiet" icon={<Trash2 />} onClick={() => actions.onDelete(plan)}>
          <RichText text={texts.delete(plan.name)} />
        </Button>
      </div>
    )
  if (plan.subscribed) {
    const isFailed = actions.viewer === 'subscriber' && actions.isPaymentFailed
    return (
      <p>
        <Badge tone={isFailed ? 'warn' : 'good'} icon={isFailed ? <TriangleAlert /> : <Check />}>
          {isFailed ? texts.paymentFailed : texts.subscribed}
        </Badge>
      </p>
    )
  }
  const price = planPriceText(plan, interval)
  if (actions.viewer === 'visitor')
    return (
      <Button
        isFullWidth
        variant={variant}
        to={loginPath(joinPath(actions.pageHandle, { planId: plan._id, interval }))}
      >
        <RichText text={texts.loginToJoin(plan.name, price)} />
      </Button>
    )
  if (actions.viewer === 'subscriber')
    return (
      actions.canChange && (
        <Button isFullWidth to={changePlanPath(actions.pageHandle, plan._id)}>
          {texts.changeTo(plan.name)}
        </Button>
      )
    )
  return (
    <Button isFullWidth variant={variant} onClick={() => actions.onJoin(plan, interval)}>
      <RichText text={texts.join(plan.name, price)} />
    </Button>
  )
}

/** A text of more than `limit` characters, cut at the last word that fits, or at the limit where there is no space. */
export function shortened(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  const cut = characters.slice(0, limit).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > 0 ? lastSpace : undefined).trimEnd()}…`
}
