import { useEffect, useState } from 'react'

import { centsFromDollars, type Currency, CURRENCY_SIGNS, formatCents } from '#contract/money.ts'
import { planMessages as messages } from '#contract/plans/messages.ts'
import {
  isPlanPrice,
  PLAN_DESCRIPTION_MAX_LENGTH,
  PLAN_NAME_MAX_LENGTH,
  PLAN_WELCOME_NOTE_MAX_LENGTH,
  YEARLY_DISCOUNT_PERCENT,
  yearlyPriceCents,
} from '#contract/plans/pricing.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { planDialogTexts as texts } from './messages.ts'
import { useKept, usePlanForm } from './use-plan-form.ts'

export type PlanDialogProps = {
  isOpen: boolean
  pageHandle: string
  onClose: () => void
}

/** Adds a plan. Each opening starts anew. */
export function PlanDialog({ isOpen, pageHandle, onClose }: PlanDialogProps) {
  const [wasOpen, setWasOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpenings(openings + 1)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!isSaving}
      title={texts.titleOfNew}
      description={messages.advice}
    >
      <NewPlanForm key={openings} pageHandle={pageHandle} onSaving={setIsSaving} onClose={onClose} />
    </Dialog>
  )
}

function NewPlanForm({
  pageHandle,
  onSaving,
  onClose,
}: {
  pageHandle: string
  onSaving: (isSaving: boolean) => void
  onClose: () => void
}) {
  const form = usePlanForm({ pageHandle, plan: null, onSaved: onClose })
  const { values, isSaving } = form
  useEffect(() => onSaving(isSaving), [isSaving, onSaving])
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <FormError>{form.problem}</FormError>
      <TextField
        {...form.field('name')}
        label={texts.name.label}
        autoComplete="off"
        aria-required
        data-autofocus
        help={texts.name.help(PLAN_NAME_MAX_LENGTH)}
      />
      <CurrencyChoice
        value={values.currency}
        // Each currency has its own range.
        onChange={(currency) => form.set({ currency, price: values.price })}
      />
      <NumberField
        {...form.field('price')}
        label={texts.price.label}
        prefixText={CURRENCY_SIGNS[values.currency]}
        suffixText={texts.price.perMonth}
        aria-required
        help={<PricePreview price={values.price} currency={values.currency} />}
      />
      <TextArea
        {...form.field('description')}
        label={texts.description.label}
        hint={texts.description.optional}
        help={texts.description.help}
        rows={3}
        characterLimit={PLAN_DESCRIPTION_MAX_LENGTH}
      />
      <TextArea
        {...form.field('welcomeNote')}
        label={texts.welcomeNote.label}
        hint={texts.description.optional}
        help={texts.welcomeNote.help}
        rows={3}
        characterLimit={PLAN_WELCOME_NOTE_MAX_LENGTH}
      />
      <Checkbox
        {...form.box('isRecommended')}
        label={texts.recommended.label}
        help={texts.recommended.help}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={isSaving}>
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="sm:min-w-36"
          aria-busy={isSaving}
          icon={isSaving ? <SpinnerRing size={18} /> : undefined}
        >
          {isSaving ? texts.saving : texts.add}
        </Button>
      </div>
    </form>
  )
}

/** Can't be changed later: it is part of what members agreed to. */
function CurrencyChoice({ value, onChange }: { value: Currency; onChange: (currency: Currency) => void }) {
  return (
    <div>
      <SegmentedToggle
        label={texts.currency.label}
        value={value}
        onChange={onChange}
        segments={[
          { value: 'USD', label: texts.currency.USD },
          { value: 'INR', label: texts.currency.INR },
        ]}
      />
      <p className="mt-2 text-sm text-ink-faint">
        {value === 'INR' ? texts.currency.ofRupees : texts.currency.help}
      </p>
    </div>
  )
}

/** What of it the creator keeps, and the yearly price for members, as soon as the price is readable. */
function PricePreview({ price, currency }: { price: string; currency: Currency }) {
  const kept = useKept(price, currency)
  const cents = yearlyPreviewCents(price, currency)
  if (cents === null) return texts.price.yearlyCheaper(YEARLY_DISCOUNT_PERCENT)
  return (
    <>
      {kept !== null && `${texts.price.kept(kept)} `}
      <RichText
        text={texts.price.yearly(formatCents(cents, currency), YEARLY_DISCOUNT_PERCENT)}
        slots={{ price: <strong className="font-semibold" /> }}
      />
    </>
  )
}

/** The yearly price for members at the monthly price being typed, in cents; null while that isn't a valid price. */
export function yearlyPreviewCents(typed: string, currency: Currency): number | null {
  const cents = centsFromDollars(typed)
  return cents !== null && isPlanPrice(cents, currency) ? yearlyPriceCents(cents) : null
}
