import { useState } from 'react'

import { CURRENCY, formatDollars } from '#contract/money.ts'
import { getBillingOverview, setBudget } from '#contract/subscriptions/calls.ts'
import { subscriptionMessages as messages } from '#contract/subscriptions/messages.ts'
import { useMutation } from '#web/api/queries.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { subscriptionsTexts } from './messages.ts'

const texts = subscriptionsTexts.budget

/** The most a member wants to spend per month, beside the current amount. */
export function Budget({
  monthlyTotal,
  monthlyBudget,
}: {
  monthlyTotal: number
  monthlyBudget: number | null
}) {
  const [isEditing, setIsEditing] = useState(false)
  const refreshes = [getBillingOverview]
  const leave = () => setIsEditing(false)
  const form = useCallForm(setBudget, {
    initial: { monthlyBudget: monthlyBudget === null ? '' : String(monthlyBudget) },
    about: isEditing,
    check: (values) =>
      /^\d{1,6}$/.test(values.monthlyBudget.trim()) ? {} : { monthlyBudget: messages.budgetMalformed },
    input: (values) => ({ monthlyBudget: Number(values.monthlyBudget) }),
    refreshes,
    onDone: leave,
    onRefused({ field, fields, message }) {
      if (field !== undefined) return fields
      toast.error(message)
      return {}
    },
  })
  const removal = useMutation(setBudget, { refreshes })
  const isSaving = form.isSaving || removal.isPending

  function remove() {
    removal.mutate(
      { input: { monthlyBudget: null } },
      { onSuccess: leave, onError: (refusal) => toast.error(refusal.message) },
    )
  }

  if (isEditing)
    return (
      <form {...form.props} className="space-y-3">
        <NumberField
          {...form.field('monthlyBudget')}
          isWhole
          label={texts.label}
          prefixText="$"
          help={texts.help}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" size="small" isLoading={isSaving}>
            {texts.set}
          </Button>
          {monthlyBudget !== null && (
            <Button size="small" onClick={remove} disabled={isSaving}>
              {texts.remove}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => setIsEditing(false)}>
            {texts.notNow}
          </Button>
        </div>
      </form>
    )

  const share = monthlyBudget === null ? 0 : Math.min(100, Math.round((100 * monthlyTotal) / monthlyBudget))
  return (
    <div>
      {monthlyBudget !== null && (
        <>
          <span className="sr-only">{formatDollars(monthlyTotal, CURRENCY)} </span>
          <svg aria-hidden="true" className="mb-2 block h-2 w-full overflow-hidden rounded-full bg-wash">
            <rect height="100%" width={`${share}%`} className={share < 100 ? 'fill-brand' : 'fill-warn'} />
          </svg>
        </>
      )}
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">
          {monthlyBudget === null ? texts.none : texts.ofBudget(formatDollars(monthlyBudget, CURRENCY))}
        </p>
        <Button size="small" variant="quiet" className="-me-3 shrink-0" onClick={() => setIsEditing(true)}>
          <RichText text={monthlyBudget === null ? texts.setOne : texts.change} />
        </Button>
      </div>
    </div>
  )
}
