import { planMessages } from '#contract/plans/messages.ts'
import { PlanList, type PlanListProps } from '#web/features/plan-cards/plan-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** The plans over the posts, where there is no room beside them. */
export function PlansSheet({
  isOpen,
  onClose,
  ...list
}: { isOpen: boolean; onClose: () => void } & PlanListProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={planMessages.chooseMembership}>
      <PlanList {...list} />
    </Dialog>
  )
}
