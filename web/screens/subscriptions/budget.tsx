import { type FormEvent, useState } from 'react'

import { CURRENCY, formatDollars } from '#contract/money.ts'
import { getBillingOverview, setBudget } from '#contract/subscriptions/calls.ts'
import { subscriptionMessages as messages } from '#contract/subscriptions/messages.ts'
import { useMutation } from '#web/api/queries.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
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
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const save = useMutation(setBudget, { refreshes: [getBillingOverview] })

  function submit(budget: number | null) {
    save.mutate(
      { input: { monthlyBudget: budget } },
      {
        onSuccess: () => setIsEditing(false),
        onError(refusal) {
          if (!showRefusal(refusal)) toast.error(refusal.message)
        },
      },
    )
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = textOf(new FormData(event.currentTarget), 'monthlyBudget').trim()
    if (/^\d{1,6}$/.test(text)) submit(Number(text))
    else show({ monthlyBudget: messages.budgetMalformed })
  }

  if (isEditing)
    return (
      <form ref={formRef} noValidate onSubmit={send} className="space-y-3">
        <NumberField
          isWhole
          name="monthlyBudget"
          label={texts.label}
          prefixText="$"
          defaultValue={monthlyBudget === null ? '' : String(monthlyBudget)}
          help={texts.help}
          error={errors['monthlyBudget']}
          onChange={() => forget('monthlyBudget')}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" size="small" isLoading={save.isPending}>
            {texts.set}
          </Button>
          {monthlyBudget !== null && (
            <Button size="small" onClick={() => submit(null)} disabled={save.isPending}>
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
