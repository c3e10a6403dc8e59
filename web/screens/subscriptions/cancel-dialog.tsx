import { useState } from 'react'

import {
  cancelSubscription,
  getBillingOverview,
  getPausedSubscriptions,
  getSubscription,
  getUserSubscriptions,
} from '#contract/subscriptions/calls.ts'
import { LEAVING_REASONS } from '#contract/subscriptions/leaving.ts'
import { useMutation } from '#web/api/queries.ts'
import { cancellationSentence, type Subscription } from '#web/features/membership-standing/standing.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { subscriptionsTexts } from './messages.ts'

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

  const [reason, setReason] = useState('')
  const [nowMs] = useState(() => Date.now())

  function confirm() {
    if (!subscription) return
    const { pageName } = subscription.creatorId
    cancel.mutate(
      {
        input: {
          m2cSubscriptionId: subscription._id,
          reason: LEAVING_REASONS.find((known) => known === reason),
        },
      },
      {
        onSuccess({ accessUntil }) {
          onClose()
          setReason('')
          toast.success(texts.done(pageName), {
            ...(accessUntil !== null && { description: texts.accessUntil(dayText(accessUntil)) }),
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
    >
      <Select
        label={texts.why}
        hint={texts.optional}
        help={texts.whyHelp}
        value={reason}
        placeholder={texts.noReason}
        options={LEAVING_REASONS.map((value) => ({ value, label: texts.reasons[value] }))}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  )
}
