import { useState } from 'react'

import { formatDay } from '#contract/dates.ts'
import { getBillingOverview } from '#contract/subscriptions/billing-overview-routes.ts'
import {
  cancelSubscription,
  getPausedSubscriptions,
  getSubscription,
  getUserSubscriptions,
} from '#contract/subscriptions/routes.ts'
import { useMutation } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { subscriptionsTexts } from './messages.ts'
import { cancellationSentence, type Subscription } from './standing.ts'

const texts = subscriptionsTexts.cancellation

export interface CancelDialogProps {
  /** null: closed. */
  subscription: Subscription | null
  onClose: () => void
  /** The server disagreed: the data on screen may be outdated. */
  onRefused: () => void
}

/** Asks for confirmation, with the creator, the plan and the end date. */
export function CancelDialog({ subscription, onClose, onRefused }: CancelDialogProps) {
  const cancel = useMutation(cancelSubscription, {
    refreshes: [getUserSubscriptions, getPausedSubscriptions, getSubscription, getBillingOverview],
  })

  const [nowMs] = useState(() => Date.now())

  function confirm() {
    if (!subscription) return
    const { pageName } = subscription.creatorId
    cancel.mutate(
      { input: { m2cSubscriptionId: subscription._id } },
      {
        onSuccess({ accessUntil }) {
          onClose()
          toast.success(texts.done(pageName), {
            ...(accessUntil !== null && { description: texts.accessUntil(formatDay(accessUntil)) }),
          })
        },
        onError({ message }) {
          // Toasts are hidden behind an open dialog.
          onClose()
          toast.error(message)
          onRefused()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen={subscription !== null}
      title={subscription && texts.question(subscription.creatorId.pageName)}
      body={subscription && cancellationSentence(subscription, nowMs)}
      confirmLabel={texts.confirm}
      cancelLabel={texts.keep}
      isDanger
      isPending={cancel.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
