import { Suspense, useState } from 'react'

import { MEMBERSHIP_HEADING_ID } from '#web/features/plan-cards/membership-section.ts'
import { editPlanId } from '#web/features/plan-cards/plan-card.tsx'
import { planCardsPart } from '#web/features/plan-cards/plan-cards-part.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { DeletePlanDialog } from './delete-plan-dialog.tsx'
import { planDialogTexts } from './messages.ts'
import { PlanCardForm } from './plan-card-form.tsx'
import { PlanDialog } from './plan-dialog.tsx'

export type ManagePlansProps = {
  pageHandle: string
  pageName: string
  /** Above the plans, where visitors would choose the interval. */
  title?: string
  plans: readonly Plan[]
  /** Side by side where there is room. */
  isWide?: boolean
}

/** The plans as their owner sees them: to add, edit and delete. */
export function ManagePlans({
  pageHandle,
  plans,
  title = planDialogTexts.yourPlans,
  ...shown
}: ManagePlansProps) {
  const [isAdding, setIsAdding] = useState(false)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Plan | null>(null)
  return (
    <>
      <Suspense fallback={<SkeletonList shape="card" />}>
        <planCardsPart.Screen
          {...shown}
          title={title}
          plans={plans}
          actions={{
            viewer: 'owner',
            editedId,
            // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
            editor: (plan) => (
              <PlanCardForm
                key={plan._id}
                pageHandle={pageHandle}
                plan={plan}
                onClose={() => {
                  setEditedId(null)
                  // The form is gone: the focus goes back to where it was opened.
                  setTimeout(() => document.getElementById(editPlanId(plan))?.focus())
                }}
              />
            ),
            onEdit: ({ _id }) => setEditedId(_id),
            onDelete: setDeleting,
          }}
          onAdd={() => setIsAdding(true)}
        />
      </Suspense>
      <PlanDialog isOpen={isAdding} pageHandle={pageHandle} onClose={() => setIsAdding(false)} />
      <DeletePlanDialog
        pageHandle={pageHandle}
        plan={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          // After the dialog has closed: until then the page behind it can't take focus.
          setTimeout(() => document.getElementById(MEMBERSHIP_HEADING_ID)?.focus())
        }}
      />
    </>
  )
}
