import { useId } from 'react'

import { getSharing, setSharing } from '#contract/analytics/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import type { Subscription } from '#web/features/membership-standing/standing.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { subscriptionsTexts } from './messages.ts'

const texts = subscriptionsTexts.sharing

export interface SharingDialogProps {
  subscription: Subscription
  isOpen: boolean
  onClose: () => void
}

/** What the creator of a membership may know about its member: nothing, until they say so. */
export function SharingDialog(props: SharingDialogProps) {
  return props.isOpen ? <Opened {...props} /> : null
}

function Opened({ subscription, onClose }: SharingDialogProps) {
  const formId = useId()
  const sharing = useQuery(getSharing, {})
  const own = sharing.data?.find(({ creatorId }) => creatorId === subscription.creatorId._id)
  const form = useCallForm(setSharing, {
    initial: { email: own?.email ?? false, lastSeen: own?.lastSeen ?? false },
    about: sharing.data !== undefined,
    input: (values) => ({ m2cSubscriptionId: subscription._id, ...values }),
    refreshes: [getSharing],
    onDone() {
      onClose()
      toast.success(texts.saved)
    },
  })

  return (
    <Dialog
      isOpen
      size="narrow"
      onClose={onClose}
      canDismiss={!form.isSaving}
      title={texts.title(subscription.creatorId.pageName)}
      description={texts.intro}
      footer={
        <>
          <Button onClick={onClose} disabled={form.isSaving}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isLoading={form.isSaving}
            disabled={!sharing.data}
          >
            {texts.save}
          </Button>
        </>
      }
    >
      {sharing.data ? (
        <form id={formId} {...form.props} className="space-y-2">
          <FormError>{form.problem}</FormError>
          <Checkbox {...form.box('email')} label={texts.email} help={texts.emailHelp} />
          <Checkbox {...form.box('lastSeen')} label={texts.lastSeen} help={texts.lastSeenHelp} />
        </form>
      ) : sharing.isError ? (
        <ErrorState
          title={texts.failed}
          onRetry={() => void sharing.refetch()}
          isRetrying={sharing.isFetching}
        >
          {sharing.error.message}
        </ErrorState>
      ) : (
        <>
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="h-24" />
        </>
      )}
    </Dialog>
  )
}
