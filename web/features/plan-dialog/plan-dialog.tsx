import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'

import { CURRENCY, CURRENCY_SIGNS, type Currency, formatCents } from '#contract/money.ts'
import { planMessages as messages } from '#contract/plans/messages.ts'
import {
  PLAN_DESCRIPTION_MAX_LENGTH,
  PLAN_NAME_MAX_LENGTH,
  PLAN_WELCOME_NOTE_MAX_LENGTH,
  PRICE_NOTICE_DAYS,
  YEARLY_DISCOUNT_PERCENT,
} from '#contract/plans/pricing.ts'
import { getCreatorPlans, updatePlan, upsertPlan } from '#contract/plans/calls.ts'
import { planForm, priceInRange } from '#contract/plans/rules.ts'
import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useFormErrors } from '#web/features/form/use-form-errors.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Banner, FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { Select } from '#web/ui/select.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { planDialogTexts as texts } from './messages.ts'
import { yearlyPreviewCents } from './yearly-preview.ts'

const form = z.object(planForm).check(...priceInRange)

const NOTICES = [
  { value: '', label: texts.notice.keep },
  ...PRICE_NOTICE_DAYS.map((days) => ({
    value: String(days),
    label: texts.notice.ask(days),
  })),
]

export type PlanDialogProps = {
  isOpen: boolean
  pageHandle: string
  /** null: a new plan. */
  plan: Plan | null
  onClose: () => void
}

/** Adds or changes a plan. Each opening starts from the current plan. */
export function PlanDialog({ isOpen, pageHandle, plan, onClose }: PlanDialogProps) {
  const [wasOpen, setWasOpen] = useState(false)
  const [opening, setOpening] = useState({ count: 0, plan })
  const [isSaving, setIsSaving] = useState(false)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpening({ count: opening.count + 1, plan })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!isSaving}
      title={opening.plan ? texts.titleOf(opening.plan.name) : texts.titleOfNew}
      description={opening.plan ? undefined : messages.advice}
    >
      <PlanForm
        key={opening.count}
        pageHandle={pageHandle}
        plan={opening.plan}
        onSaving={setIsSaving}
        onClose={onClose}
      />
    </Dialog>
  )
}

type PlanFormProps = {
  pageHandle: string
  plan: Plan | null
  onSaving: (isSaving: boolean) => void
  onClose: () => void
}

function PlanForm({ pageHandle, plan, onSaving, onClose }: PlanFormProps) {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const [values, setValues] = useState({
    name: plan?.name ?? '',
    price: plan ? String(plan.price) : '',
    currency: plan?.currency ?? CURRENCY,
    description: plan?.description ?? '',
    welcomeNote: plan?.welcomeNote ?? '',
  })
  const [isRecommended, setIsRecommended] = useState(plan?.isRecommended ?? false)
  const [noticeDays, setNoticeDays] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const refreshes = [getCreatorPlans, getPostsByPageHandle]
  const addition = useMutation(upsertPlan, { refreshes })
  const change = useMutation(updatePlan, { refreshes })
  const isSaving = addition.isPending || change.isPending
  const isLower = plan !== null && values.price !== '' && Number(values.price) < plan.price

  function set(name: Exclude<keyof typeof values, 'currency'>, value: string) {
    setValues({ ...values, [name]: value })
    setIsSaved(false)
    forget(name)
  }

  function setCurrency(currency: Currency) {
    setValues({ ...values, currency })
    // Each currency has its own range.
    forget('price')
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSaving) return
    setProblem(null)
    const found = fieldErrors(form, values)
    show(found)
    if (Object.keys(found).length > 0) return
    onSaving(true)
    try {
      if (plan) {
        await change.mutateAsync({
          input: {
            pageHandle,
            planId: plan._id,
            ...values,
            isRecommended,
            ...(noticeDays !== '' && !isLower && { noticeDays: Number(noticeDays) }),
          },
        })
        setIsSaved(true)
      } else {
        await addition.mutateAsync({ input: { pageHandle, ...values, isRecommended } })
        onClose()
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const belongsToField = error.field !== undefined && error.field in values && showRefusal(error)
      if (!belongsToField) setProblem(error.message)
    } finally {
      onSaving(false)
    }
  }

  return (
    <form ref={formRef} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <TextField
        label={texts.name.label}
        name="name"
        autoComplete="off"
        aria-required
        data-autofocus
        value={values.name}
        error={errors['name'] ?? null}
        help={texts.name.help(PLAN_NAME_MAX_LENGTH)}
        onChange={(event) => set('name', event.target.value)}
      />
      <CurrencyChoice value={values.currency} isFixed={plan !== null} onChange={setCurrency} />
      <NumberField
        label={texts.price.label}
        name="price"
        prefixText={CURRENCY_SIGNS[values.currency]}
        suffixText={texts.price.perMonth}
        aria-required
        value={values.price}
        error={errors['price'] ?? null}
        help={<YearlyPreview price={values.price} currency={values.currency} />}
        onChange={(event) => set('price', event.target.value)}
      />
      <TextArea
        label={texts.description.label}
        name="description"
        hint={texts.description.optional}
        rows={3}
        characterLimit={PLAN_DESCRIPTION_MAX_LENGTH}
        value={values.description}
        error={errors['description'] ?? null}
        onChange={(event) => set('description', event.target.value)}
      />
      <TextArea
        label={texts.welcomeNote.label}
        name="welcomeNote"
        hint={texts.description.optional}
        help={texts.welcomeNote.help}
        rows={3}
        characterLimit={PLAN_WELCOME_NOTE_MAX_LENGTH}
        value={values.welcomeNote}
        error={errors['welcomeNote'] ?? null}
        onChange={(event) => set('welcomeNote', event.target.value)}
      />
      <Checkbox
        label={texts.recommended.label}
        help={texts.recommended.help}
        name="isRecommended"
        checked={isRecommended}
        onChange={(event) => {
          setIsRecommended(event.target.checked)
          setIsSaved(false)
        }}
      />
      {plan && (
        <p className="text-sm text-ink-soft">{isLower ? texts.price.isLower : texts.price.isForNewMembers}</p>
      )}
      {plan && !isLower && values.price !== String(plan.price) && (
        <Select
          label={texts.notice.label}
          name="noticeDays"
          value={noticeDays}
          options={NOTICES}
          help={texts.notice.help}
          onChange={(event) => setNoticeDays(event.target.value)}
        />
      )}
      {isSaved && <Banner tone="good">{texts.saved}</Banner>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={isSaving}>
          {isSaved ? texts.close : texts.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="sm:min-w-36"
          aria-busy={isSaving}
          icon={isSaving ? <SpinnerRing size={18} /> : undefined}
        >
          {isSaving ? texts.saving : plan ? texts.save : texts.add}
        </Button>
      </div>
    </form>
  )
}

/** Can't be changed later: it is part of what members agreed to. */
function CurrencyChoice({
  value,
  isFixed,
  onChange,
}: {
  value: Currency
  isFixed: boolean
  onChange: (currency: Currency) => void
}) {
  return (
    <div>
      <SegmentedToggle
        label={texts.currency.label}
        value={value}
        onChange={onChange}
        isDisabled={isFixed}
        segments={[
          { value: 'USD', label: texts.currency.USD },
          { value: 'INR', label: texts.currency.INR },
        ]}
      />
      <p className="mt-2 text-sm text-ink-faint">
        {isFixed ? texts.currency.isFixed : value === 'INR' ? texts.currency.ofRupees : texts.currency.help}
      </p>
    </div>
  )
}

/** The yearly price for members, as soon as the price is readable. */
function YearlyPreview({ price, currency }: { price: string; currency: Currency }) {
  const cents = yearlyPreviewCents(price, currency)
  if (cents === null) return texts.price.yearlyCheaper(YEARLY_DISCOUNT_PERCENT)
  return (
    <RichText
      text={texts.price.yearly(formatCents(cents, currency), YEARLY_DISCOUNT_PERCENT)}
      slots={{ price: <strong className="font-semibold" /> }}
    />
  )
}
