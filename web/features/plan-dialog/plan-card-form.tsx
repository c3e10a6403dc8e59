import { useEffect } from 'react'

import { CURRENCY_SIGNS } from '#contract/money.ts'
import {
  PLAN_DESCRIPTION_MAX_LENGTH,
  PLAN_WELCOME_NOTE_MAX_LENGTH,
  PRICE_NOTICE_DAYS,
} from '#contract/plans/pricing.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextInPlace } from '#web/ui/text-in-place.tsx'
import { toast } from '#web/ui/toast.tsx'

import { planDialogTexts as texts } from './messages.ts'
import { useKept, usePlanForm } from './use-plan-form.ts'

const NOTICES = [
  { value: '', label: texts.notice.keep },
  ...PRICE_NOTICE_DAYS.map((days) => ({ value: String(days), label: texts.notice.ask(days) })),
]

/** A plan's card while its owner changes it, in its place. */
export function PlanCardForm({
  pageHandle,
  plan,
  onClose,
}: {
  pageHandle: string
  plan: Plan
  onClose: () => void
}) {
  const form = usePlanForm({
    pageHandle,
    plan,
    onSaved: () => {
      toast.success(texts.saved)
      onClose()
    },
  })
  const { values, isSaving } = form
  const { ref } = form.props
  const isChanged = values.price !== String(plan.price)
  const isLower = values.price !== '' && Number(values.price) < plan.price
  const kept = useKept(values.price, values.currency)
  // The button that opened it is gone.
  useEffect(() => ref.current?.querySelector('textarea')?.focus(), [ref])
  return (
    <Card as="li">
      <form {...form.props} aria-label={texts.titleOf(plan.name)} className="flex flex-col gap-4">
        <FormError>{form.problem}</FormError>
        <TextInPlace
          label={texts.name.label}
          name="name"
          isRequired
          value={values.name}
          error={form.errorOf('name') ?? undefined}
          onType={(name) => form.set({ name })}
          className="border-line-strong font-display text-xl hover:border-ink-faint"
        />
        <NumberField
          {...form.field('price')}
          label={texts.price.label}
          prefixText={CURRENCY_SIGNS[values.currency]}
          suffixText={texts.price.perMonth}
          aria-required
          help={kept === null ? texts.price.keptUnknown : texts.price.kept(kept)}
        />
        {isChanged && (
          <p className="text-sm text-ink-soft">
            {isLower ? texts.price.isLower : texts.price.isForNewMembers}
          </p>
        )}
        {isChanged && !isLower && (
          <Select
            {...form.field('noticeDays')}
            label={texts.notice.label}
            options={NOTICES}
            help={texts.notice.help}
          />
        )}
        <TextArea
          {...form.field('description')}
          label={texts.description.label}
          rows={3}
          help={texts.description.help}
          characterLimit={PLAN_DESCRIPTION_MAX_LENGTH}
        />
        <TextArea
          {...form.field('welcomeNote')}
          label={texts.welcomeNote.label}
          rows={1}
          help={texts.welcomeNote.help}
          characterLimit={PLAN_WELCOME_NOTE_MAX_LENGTH}
        />
        <Checkbox {...form.box('isRecommended')} label={texts.recommended.label} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            type="submit"
            variant="primary"
            aria-busy={isSaving}
            icon={isSaving ? <SpinnerRing size={18} /> : undefined}
          >
            {isSaving ? texts.saving : texts.save}
          </Button>
          <Button size="small" variant="quiet" disabled={isSaving} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Card>
  )
}
