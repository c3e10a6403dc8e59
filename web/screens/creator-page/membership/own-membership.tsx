import { Check, ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { formatDollars } from '#contract/money.ts'
import { priceTexts } from '#contract/plans/price-messages.ts'
import { getUserSubscriptions } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { offersOf, standingSentence } from '#web/features/membership-standing/standing.ts'
import { planCardsPart } from '#web/features/plan-cards/plan-cards-part.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { changePlanPath } from '#web/features/post-card/change-plan-path.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

import type { Creator } from '../creator.ts'
import { creatorPageTexts } from '../messages.ts'
import { tabPath } from '../page-tab.ts'

const texts = creatorPageTexts.membership

export type OwnMembershipProps = {
  creator: Creator
  /** Undefined while they load. */
  plans: readonly Plan[] | undefined
  /** It has the page to itself: the other plans stand below it. */
  isAlone: boolean
}

/**
 * What the viewer pays this page and how that stands; on the page for it, the plans to change to. Where phones show the posts below it,
 * it is one line, as high as the visitors' card of plans.
 */
export function OwnMembership({ creator, plans, isAlone }: OwnMembershipProps) {
  const { pageHandle, pageName, isPaymentFailed } = creator
  const { data: subscriptions } = useQuery(getUserSubscriptions, {})
  const [nowMs] = useState(() => Date.now())
  const own = subscriptions?.find(({ creatorId }) => creatorId._id === creator._id)
  const offers = own && offersOf(own)
  const planName = own?.planId.name ?? plans?.find(({ subscribed }) => subscribed)?.name
  const Sign = isPaymentFailed ? TriangleAlert : Check
  const signColor = isPaymentFailed ? 'text-warn' : 'text-good'
  const standing = own && standingSentence(own, nowMs)
  return (
    <>
      {!isAlone && (
        <Card isInteractive className="flex items-center justify-between gap-4 lg:hidden">
          <div className="min-w-0">
            <p className="flex items-center gap-2 font-display text-lg">
              <Sign aria-hidden="true" className={`size-5 shrink-0 ${signColor}`} />
              <Link
                to={tabPath(pageHandle, 'membership')}
                aria-label={`${texts.ownTitle}: ${planName ?? texts.member}`}
                className="truncate after:absolute after:inset-0"
              >
                {planName ?? texts.member}
              </Link>
            </p>
            <p className="min-h-5 text-sm text-ink-soft">{standing}</p>
          </div>
          {offers?.has('card') ? (
            <Button variant="primary" to="/subscriptions" className="relative shrink-0">
              {texts.otherCard}
            </Button>
          ) : (
            <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          )}
        </Card>
      )}
      <section
        aria-labelledby="own-membership"
        className={`rounded-card border border-line bg-paper-raised p-5 ${isAlone ? 'max-w-form' : 'max-lg:hidden'}`}
      >
        <h2 id="own-membership" className="text-sm font-semibold text-ink-soft">
          {texts.ownTitle}
        </h2>
        <p className="mt-1 flex items-center gap-2 font-display text-xl">
          <Sign aria-hidden="true" className={`size-5 shrink-0 ${signColor}`} />
          <span className="min-w-0 wrap-break-word">{planName ?? texts.member}</span>
        </p>
        {/* Their lines are kept while they load. */}
        <p className="mt-1 min-h-6 text-base tabular-nums">
          {own && priceTexts[own.interval](formatDollars(own.planId.price, own.planId.currency))}
        </p>
        <p className="mt-1 min-h-5 text-sm text-ink-soft">{standing}</p>
        <p className="mt-2 text-sm text-ink-soft">
          <RichText
            text={texts.support(pageName)}
            slots={{
              link: (
                <Link to="/subscriptions" className="font-medium text-brand underline underline-offset-3" />
              ),
            }}
          />
        </p>
        <div className="mt-4 min-h-11">
          {offers?.has('card') && (
            <Button variant="primary" isFullWidth to="/subscriptions">
              {texts.otherCard}
            </Button>
          )}
          {offers?.has('change') && (
            <Button isFullWidth to={changePlanPath(pageHandle)}>
              {texts.changePlan}
            </Button>
          )}
        </div>
      </section>
      {isAlone && plans && plans.length > 1 && (
        <div className="mt-8">
          <planCardsPart.Screen
            {...{ plans, pageName }}
            title={texts.allPlans}
            isWide
            actions={{
              viewer: 'subscriber',
              pageHandle,
              isPaymentFailed,
              canChange: offers?.has('change') === true,
            }}
          />
        </div>
      )}
    </>
  )
}
