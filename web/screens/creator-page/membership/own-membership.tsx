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
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import type { Creator } from '../creator.ts'
import { creatorPageTexts } from '../messages.ts'
import { tabPath } from '../page-tab.ts'
import { MemberPlace } from './member-place.tsx'

const texts = creatorPageTexts.membership

export type OwnMembershipProps = {
  /** As in the address: part of the queries. */
  addressHandle: string
  creator: Creator
  /** Undefined while they load. */
  plans: readonly Plan[] | undefined
  /** It has the page to itself: the other plans stand below it. */
  isAlone: boolean
}

/**
 * What the viewer pays this page, how that stands, and what it opens; on the page for it, the plans to change to. Where
 * phones show the posts below it, it is one line, as high as the visitors' card of plans.
 */
export function OwnMembership({ addressHandle, creator, plans, isAlone }: OwnMembershipProps) {
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
      <div
        className={
          isAlone ? 'grid items-start gap-x-12 gap-y-8 lg:grid-cols-2' : 'flex flex-col gap-8 max-lg:hidden'
        }
      >
        <section
          aria-labelledby="own-membership"
          className="rounded-card border border-line bg-paper-raised p-5"
        >
          <h2 id="own-membership" className="text-sm font-semibold text-ink-soft">
            {texts.ownTitle}
          </h2>
          <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="flex min-w-0 items-center gap-2 font-display text-xl">
              <Sign aria-hidden="true" className={`size-5 shrink-0 ${signColor}`} />
              <span className="min-w-0 wrap-break-word">{planName ?? texts.member}</span>
            </p>
            {/* Their lines are kept while they load. */}
            <p className="min-h-6 text-base tabular-nums">
              {own && priceTexts[own.interval](formatDollars(own.planId.price, own.planId.currency))}
            </p>
          </div>
          <p
            className={`mt-2 min-h-5 text-sm ${isPaymentFailed ? 'font-medium text-warn' : 'text-ink-soft'}`}
          >
            {standing}
          </p>
          <p className="min-h-5 text-sm text-ink-soft">{own && texts.since(dayText(own.createdAt))}</p>
          <div className="mt-4 flex min-h-11 flex-wrap gap-2">
            {offers?.has('card') && (
              <Button variant="primary" to="/subscriptions" className="flex-1">
                {texts.otherCard}
              </Button>
            )}
            {offers?.has('change') && (
              <Button to={changePlanPath(pageHandle)} className="flex-1">
                {texts.changePlan}
              </Button>
            )}
            <Button variant="quiet" to="/subscriptions">
              {texts.manageOwn}
            </Button>
          </div>
        </section>
        <MemberPlace pageHandle={addressHandle} creator={creator} />
      </div>
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
