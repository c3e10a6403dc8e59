import { getBillingDetails, saveBillingDetails } from '#contract/payments/calls.ts'
import { billingMessages } from '#contract/payments/messages.ts'
import { ADDRESS_MAX_LENGTH, billingDetailsForm } from '#contract/payments/rules.ts'
import { useQuery } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from '../messages.ts'

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
  const form = useCallForm(saveBillingDetails, {
    initial: { address, gstin },
    check: (values) => fieldErrors(billingDetailsForm, values),
    input: (values) => values,
    refreshes: [getBillingDetails],
    onDone: () => toast.success(billingMessages.saved),
  })
  return (
    <form {...form.props} className="mt-5 space-y-5">
      <FormError>{form.problem}</FormError>
      <TextArea
        {...form.field('address')}
        label={texts.address}
        rows={3}
        autoComplete="street-address"
        characterLimit={ADDRESS_MAX_LENGTH}
      />
      <TextField
        {...form.field('gstin')}
        label={texts.gstin}
        hint={settingsTexts.optional}
        maxLength={15}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" isLoading={form.isSaving}>
        {texts.save}
      </Button>
    </form>
  )
}
