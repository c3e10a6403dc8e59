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
  const { formRef, values, set, errorOf, isSaving, isLower } = form
  const kept = useKept(values.price, values.currency)
  // The button that opened it is gone.
  useEffect(() => formRef.current?.querySelector('textarea')?.focus(), [formRef])
  return (
    <Card as="li">
      <form
        ref={formRef}
        noValidate
        aria-label={texts.titleOf(plan.name)}
        onSubmit={form.save}
        className="flex flex-col gap-4"
      >
        <FormError>{form.problem}</FormError>
        <TextInPlace
          label={texts.name.label}
          name="name"
          isRequired
          value={values.name}
          error={errorOf('name') ?? undefined}
          onType={(name) => set({ name })}
          className="border-line-strong font-display text-xl hover:border-ink-faint"
        />
        <NumberField
          label={texts.price.label}
          name="price"
          prefixText={CURRENCY_SIGNS[values.currency]}
          suffixText={texts.price.perMonth}
          aria-required
          value={values.price}
          error={errorOf('price')}
          help={kept === null ? texts.price.keptUnknown : texts.price.kept(kept)}
          onChange={(event) => set({ price: event.target.value })}
        />
        {values.price !== String(plan.price) && (
          <p className="text-sm text-ink-soft">
            {isLower ? texts.price.isLower : texts.price.isForNewMembers}
          </p>
        )}
        {values.price !== String(plan.price) && !isLower && (
          <Select
            label={texts.notice.label}
            name="noticeDays"
            value={form.noticeDays}
            options={NOTICES}
            help={texts.notice.help}
            onChange={(event) => form.setNoticeDays(event.target.value)}
          />
        )}
        <TextArea
          label={texts.description.label}
          name="description"
          rows={3}
          help={texts.description.help}
          characterLimit={PLAN_DESCRIPTION_MAX_LENGTH}
          value={values.description}
          error={errorOf('description')}
          onChange={(event) => set({ description: event.target.value })}
        />
        <TextArea
          label={texts.welcomeNote.label}
          name="welcomeNote"
          rows={1}
          help={texts.welcomeNote.help}
          characterLimit={PLAN_WELCOME_NOTE_MAX_LENGTH}
          value={values.welcomeNote}
          error={errorOf('welcomeNote')}
          onChange={(event) => set({ welcomeNote: event.target.value })}
        />
        <Checkbox
          label={texts.recommended.label}
          name="isRecommended"
          checked={values.isRecommended}
          onChange={(event) => set({ isRecommended: event.target.checked })}
        />
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
