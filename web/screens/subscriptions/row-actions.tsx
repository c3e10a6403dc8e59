import { CreditCard, Ellipsis, Pause, Replace } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { changeCard, comeBack, pauseSubscription } from '#contract/subscriptions/change-routes.ts'
import { getControlRoom } from '#contract/subscriptions/control-routes.ts'
import { getSubscription, getUserSubscriptions, resumeSubscription } from '#contract/subscriptions/routes.ts'
import { call } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { useOrder } from '#web/features/checkout/use-order.ts'
import { CHANGE_PARAMETER } from '#web/features/post-card/change-plan-path.ts'
import { formatDay } from '#web/features/relative-time/relative-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, type MenuItem, type MenuTriggerProps } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { offersOf, type Subscription } from './standing.ts'

const REFRESHED = [getUserSubscriptions, getSubscription, getControlRoom] as const

export interface RowActionsProps {
  subscription: Subscription
  onCancel: () => void
  /** The server took it otherwise: what is shown may be old. */
  onRefused: () => void
}

/** What can be done about one membership: the most likely thing as a button, the rest behind one more. */
export function RowActions({ subscription, onCancel, onRefused }: RowActionsProps) {
  const order = useOrder()
  const resume = useMutation(resumeSubscription, { refreshes: REFRESHED })
  const [search] = useSearchParams()
  // A locked post of theirs leads here: straight to the choice of a plan that opens it.
  const [isChanging, setIsChanging] = useState(
    search.get(CHANGE_PARAMETER) === subscription.creatorId.pageHandle,
  )
  const [isPausing, setIsPausing] = useState(false)
  const { _id: m2cSubscriptionId, creatorId: creator, planId: plan } = subscription
  const offers = offersOf(subscription)
  const canResume = offers.has('resume')
  const { pageName } = creator
  const texts = { pageName, description: plan.name }

  function keep() {
    resume.mutate(
      { input: { m2cSubscriptionId } },
      {
        onSuccess: ({ status, accessUntil }) =>
          toast.success(`Your membership of ${pageName} goes on.`, {
            ...(status === 'active' &&
              accessUntil !== null && { description: `It renews on ${formatDay(accessUntil)}.` }),
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
      ...texts,
      done: 'Your card is changed.',
    })
  const goOn = () =>
    order.run(() => call(comeBack, { m2cSubscriptionId }), {
      ...texts,
      done: `Your membership of ${pageName} goes on.`,
    })

  const items: MenuItem[] = [
    {
      id: 'change',
      label: 'Change plan',
      icon: <Replace aria-hidden="true" />,
      onSelect: () => setIsChanging(true),
    },
    {
      id: 'card',
      label: 'Use another card',
      icon: <CreditCard aria-hidden="true" />,
      onSelect: registerCard,
    },
    {
      id: 'pause',
      label: 'Pause',
      icon: <Pause aria-hidden="true" />,
      onSelect: () => setIsPausing(true),
    },
  ]

  function moreButton(props: MenuTriggerProps) {
    return (
      <IconButton
        {...props}
        className="-mr-2"
        label={`More for ${pageName}`}
        isLoading={order.isBusy}
        icon={<Ellipsis aria-hidden="true" />}
      />
    )
  }

  return (
    <div className="relative ml-auto flex shrink-0 flex-wrap items-center justify-end gap-x-1 gap-y-2">
      {offers.has('card') && (
        <Button size="small" variant="primary" isLoading={order.isBusy} onClick={registerCard}>
          Use another card
          <span className="sr-only"> for {pageName}</span>
        </Button>
      )}
      {offers.has('come back') && (
        <Button size="small" variant="primary" isLoading={order.isBusy} onClick={goOn}>
          Come back
          <span className="sr-only"> to {pageName}</span>
        </Button>
      )}
      {/* One button for both, so that it keeps the focus when one becomes the other. */}
      {(canResume || offers.has('cancel')) && (
        <Button
          size="small"
          variant={canResume ? 'secondary' : 'quiet'}
          isLoading={resume.isPending}
          onClick={canResume ? keep : onCancel}
        >
          {canResume ? 'Keep my membership' : 'Cancel'}
          <span className="sr-only">
            {canResume ? ' of ' : ' your membership of '}
            {pageName}
          </span>
        </Button>
      )}
      {offers.has('change') && <Menu items={items} trigger={moreButton} />}
      {offers.has('change') && (
        <ChangePlanDialog
          subscription={subscription}
          isOpen={isChanging}
          onClose={() => setIsChanging(false)}
          onConfirm={(start, done) => order.run(start, { ...texts, done })}
        />
      )}
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

  function confirm() {
    pause.mutate(
      { input: { m2cSubscriptionId: subscription._id } },
      {
        onSuccess() {
          onClose()
          toast.success(`Your membership of ${creator.pageName} is paused.`)
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
      title={`Pause your membership of ${creator.pageName}?`}
      body={`Nothing is charged while it rests, and your price is kept.${
        accessUntil === null ? '' : ` What you have paid stays open until ${formatDay(accessUntil)}.`
      } Come back whenever you like.`}
      confirmLabel="Pause membership"
      cancelLabel="Not now"
      isPending={pause.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
