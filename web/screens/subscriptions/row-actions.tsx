import { CreditCard, Ellipsis, Eye, Pause, Replace } from 'lucide-react'
import { useState } from 'react'

import {
  changeCard,
  changePlan,
  getBillingOverview,
  getPausedSubscriptions,
  getSubscription,
  getUserSubscriptions,
  pauseSubscription,
  previewPlanChange,
  reactivate,
  resumeSubscription,
} from '#contract/subscriptions/calls.ts'
import { call } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { useOrder } from '#web/features/checkout/use-order.ts'
import { standingTexts } from '#web/features/membership-standing/messages.ts'
import {
  isDebitUnderWay,
  type Offer,
  offersOf,
  type Subscription,
} from '#web/features/membership-standing/standing.ts'
import { CHANGE_PARAMETER, PLAN_PARAMETER } from '#web/features/post-card/change-plan-path.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { Menu, type MenuTriggerProps } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { subscriptionsTexts } from './messages.ts'
import { SharingDialog } from './sharing-dialog.tsx'

const texts = subscriptionsTexts.actions

const REFRESHED = [getUserSubscriptions, getPausedSubscriptions, getSubscription, getBillingOverview] as const

export interface RowActionsProps {
  subscription: Subscription
  onCancel: () => void
  /** The server disagreed: the data on screen may be outdated. */
  onRefused: () => void
}

/** The actions for one membership: the most likely one as a button, the rest in a menu. */
export function RowActions({ subscription, onCancel, onRefused }: RowActionsProps) {
  const order = useOrder()
  const resume = useMutation(resumeSubscription, { refreshes: REFRESHED })
  const search = useSearchParams()
  // A locked post of the creator links here: straight to the choice of a plan that opens it.
  const [change, setChange] = useState(() =>
    search.get(CHANGE_PARAMETER) === subscription.creatorId.pageHandle
      ? { planId: search.get(PLAN_PARAMETER) }
      : null,
  )
  const [isPausing, setIsPausing] = useState(false)
  const [isSharing, setIsSharing] = useState(false)
  const { _id: m2cSubscriptionId, creatorId: creator, planId: plan } = subscription
  const offers = offersOf(subscription)
  const canResume = offers.has('resume')
  const { pageName } = creator
  const orderTexts = { pageName, description: plan.name }

  function keep() {
    resume.mutate(
      { input: { m2cSubscriptionId } },
      {
        onSuccess: ({ nextChargeAt }) =>
          toast.success(texts.goesOn(pageName), {
            ...(nextChargeAt !== null && { description: texts.renews(dayText(nextChargeAt)) }),
          }),
        onError({ message }) {
          toast.error(message)
          onRefused()
        },
      },
    )
  }

  const registerCard = () =>
    order.run(() => call(changeCard, { m2cSubscriptionId }), {
      ...orderTexts,
      done: texts.cardChanged,
    })
  const onReactivate = () =>
    order.run(() => call(reactivate, { m2cSubscriptionId }), {
      ...orderTexts,
      done: texts.goesOn(pageName),
    })

  /** Orders the current plan again; the provider has to register the card once more, and nothing is charged today. */
  const undoChange = () =>
    order.run(
      async () => {
        const wish = {
          m2cSubscriptionId,
          planId: plan._id,
          interval: subscription.interval,
          timing: 'period_end' as const,
        }
        const { quotedAt, chargedNow } = await call(previewPlanChange, wish)
        return call(changePlan, { ...wish, quotedAt, chargedNow })
      },
      { ...orderTexts, done: texts.changeUndone(plan.name) },
    )

  const allItems: (MenuItem & { offer: Offer })[] = [
    {
      id: 'change',
      offer: 'change',
      label: texts.changePlan,
      icon: <Replace aria-hidden="true" />,
      onSelect: () => setChange({ planId: null }),
    },
    {
      id: 'card',
      offer: 'other card',
      label: subscription.upi === null ? texts.otherCardInMenu : texts.payByCard,
      icon: <CreditCard aria-hidden="true" />,
      onSelect: registerCard,
    },
    {
      id: 'pause',
      offer: 'pause',
      label: texts.pause,
      icon: <Pause aria-hidden="true" />,
      onSelect: () => setIsPausing(true),
    },
  ]
  const items: MenuItem[] = [
    ...allItems.filter(({ offer }) => offers.has(offer)),
    {
      id: 'sharing',
      label: subscriptionsTexts.sharing.menu,
      icon: <Eye aria-hidden="true" />,
      onSelect: () => setIsSharing(true),
    },
  ]

  function moreButton(props: MenuTriggerProps) {
    return (
      <IconButton
        {...props}
        className="-me-2"
        label={texts.more(pageName)}
        isLoading={order.isBusy}
        icon={<Ellipsis aria-hidden="true" />}
      />
    )
  }

  return (
    <div className="relative ms-auto flex max-w-full flex-wrap items-center justify-end gap-x-1 gap-y-2">
      {offers.has('card') && (
        <Button size="small" variant="primary" isLoading={order.isBusy} onClick={registerCard}>
          <RichText text={texts.otherCard(pageName)} />
        </Button>
      )}
      {offers.has('come back') && (
        <Button size="small" variant="primary" isLoading={order.isBusy} onClick={onReactivate}>
          <RichText text={texts.reactivate(pageName)} />
        </Button>
      )}
      {offers.has('undo change') && (
        <Button size="small" isLoading={order.isBusy} onClick={undoChange}>
          <RichText text={texts.undoChange(pageName)} />
        </Button>
      )}
      {offers.has('keep by card') && (
        <Button size="small" isLoading={order.isBusy} onClick={onReactivate}>
          <RichText text={texts.keep(pageName)} />
        </Button>
      )}
      {/* One button for both, so it keeps the focus when one becomes the other. */}
      {(canResume || offers.has('cancel')) && (
        <Button
          size="small"
          variant={canResume ? 'secondary' : 'quiet'}
          isLoading={resume.isPending}
          onClick={canResume ? keep : onCancel}
        >
          <RichText text={canResume ? texts.keep(pageName) : texts.cancel(pageName)} />
        </Button>
      )}
      <Menu items={items} trigger={moreButton} />
      {offers.has('change') && (
        <ChangePlanDialog
          subscription={subscription}
          isOpen={change !== null}
          wantedPlanId={change?.planId ?? null}
          onClose={() => setChange(null)}
          onConfirm={(start, asked) => order.run(start, { pageName, ...asked })}
        />
      )}
      <SharingDialog subscription={subscription} isOpen={isSharing} onClose={() => setIsSharing(false)} />
      <PauseDialog
        subscription={subscription}
        isOpen={isPausing}
        onClose={() => setIsPausing(false)}
        onRefused={onRefused}
      />
    </div>
  )
}

function PauseDialog({
  subscription,
  isOpen,
  onClose,
  onRefused,
}: {
  subscription: Subscription
  isOpen: boolean
  onClose: () => void
  onRefused: () => void
}) {
  const pause = useMutation(pauseSubscription, { refreshes: REFRESHED })
  const { accessUntil, creatorId: creator } = subscription
  const { pausing } = subscriptionsTexts
  const [nowMs] = useState(() => Date.now())
  const means = pausing.means(accessUntil === null ? null : dayText(accessUntil))

  function confirm() {
    pause.mutate(
      { input: { m2cSubscriptionId: subscription._id } },
      {
        onSuccess() {
          onClose()
          toast.success(pausing.done(creator.pageName))
        },
        onError({ message }) {
          onClose()
          toast.error(message)
          onRefused()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={pausing.question(creator.pageName)}
      body={isDebitUnderWay(subscription, nowMs) ? `${means} ${standingTexts.debitUnderWay}` : means}
      confirmLabel={pausing.confirm}
      cancelLabel={pausing.notNow}
      isPending={pause.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
