import { planMessages as messages } from '#contract/plans/messages.ts'
import { deletePlan, getCreatorPlans } from '#contract/plans/calls.ts'
import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { planDialogTexts } from './messages.ts'

const texts = planDialogTexts.deletion

export type DeletePlanDialogProps = {
  pageHandle: string
  /** null: closed. */
  plan: Plan | null
  onClose: () => void
  onDeleted: () => void
}

/** Confirms before a plan is withdrawn. */
export function DeletePlanDialog({ pageHandle, plan, onClose, onDeleted }: DeletePlanDialogProps) {
  const removal = useMutation(deletePlan, { refreshes: [getCreatorPlans, getPostsByPageHandle] })

  async function remove() {
    if (!plan || removal.isPending) return
    try {
      await removal.mutateAsync({ input: { pageHandle, planId: plan._id } })
      toast.success(messages.deleted)
      onClose()
      onDeleted()
    } catch {
      toast.error(messages.deleteFailed)
      onClose()
    }
  }

  return (
    <ConfirmDialog
      isOpen={plan !== null}
      title={messages.deleteQuestion}
      body={
        plan && (
          <RichText
            text={texts.means(plan.name)}
            slots={{
              name: <strong className="font-semibold wrap-break-word text-ink" />,
            }}
          />
        )
      }
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      isDanger
      isPending={removal.isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}
