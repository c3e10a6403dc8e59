import type { FormEvent } from 'react'

import { getBillingDetails, saveBillingDetails } from '#contract/payments/calls.ts'
import { billingMessages } from '#contract/payments/messages.ts'
import { ADDRESS_MAX_LENGTH, billingDetailsForm } from '#contract/payments/rules.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from './messages.ts'

const texts = settingsTexts.billingDetails

/** The details on receipts besides the name; both fields are optional. */
export function BillingDetails() {
  const details = useQuery(getBillingDetails, {})
  if (!details.data) return null
  return (
    <section aria-labelledby="billing-details" className="mt-12">
      <h2 id="billing-details" className="font-display text-lg">
        {texts.title}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{texts.hint}</p>
      <DetailsForm key={`${details.data.address}|${details.data.gstin}`} {...details.data} />
    </section>
  )
}

function DetailsForm({ address, gstin }: { address: string; gstin: string }) {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const save = useMutation(saveBillingDetails, { refreshes: [getBillingDetails] })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const form = new FormData(event.currentTarget)
    const input = { address: textOf(form, 'address'), gstin: textOf(form, 'gstin') }
    const wrong = fieldErrors(billingDetailsForm, input)
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    save.mutate(
      { input },
      {
        onSuccess: () => toast.success(billingMessages.saved),
        onError: (refusal) => void showRefusal(refusal),
      },
    )
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="mt-5 space-y-5">
      <FormError>{save.error?.field === undefined ? save.error?.message : null}</FormError>
      <TextArea
        name="address"
        label={texts.address}
        rows={3}
        autoComplete="street-address"
        defaultValue={address}
        characterLimit={ADDRESS_MAX_LENGTH}
        error={errors['address'] ?? null}
        onChange={() => forget('address')}
      />
      <TextField
        name="gstin"
        label={texts.gstin}
        hint={settingsTexts.optional}
        defaultValue={gstin}
        maxLength={15}
        autoCapitalize="characters"
        spellCheck={false}
        error={errors['gstin'] ?? null}
        onChange={() => forget('gstin')}
      />
      <Button type="submit" isLoading={save.isPending}>
        {texts.save}
      </Button>
    </form>
  )
}
