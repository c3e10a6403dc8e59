import { type FormEvent, useId, useState } from 'react'

import {
  PAYOUT_METHODS,
  type PayoutDetailsForm,
  payoutMethod,
  type PayoutMethod,
  readPayoutDetails,
} from '#contract/payouts/details.ts'
import { payoutMessages } from '#contract/payouts/messages.ts'
import { getPayoutDetails, savePayoutDetails } from '#contract/payouts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { SECURITY_PATH } from '#web/features/proof/security-path.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { payoutTexts } from './messages.ts'

const texts = payoutTexts.details

type FieldName = 'holder' | 'accountNumber' | 'ifsc' | 'iban' | 'upiId' | 'paypalEmail'

/** The fields each payout method needs, and the keyboard phones should show for them. */
const FIELDS: Record<PayoutMethod, readonly (readonly [FieldName, Partial<TextFieldProps>])[]> = {
  bank: [
    ['accountNumber', { inputMode: 'numeric', autoComplete: 'off' }],
    ['ifsc', { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 13 }],
  ],
  iban: [['iban', { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 42 }]],
  upi: [['upiId', { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }]],
  paypal: [['paypalEmail', { type: 'email', inputMode: 'email', autoComplete: 'email' }]],
}

/** The form for a creator's payout account. Stored details are never filled in: they never leave the server. */
export function DetailsDialog({
  isOpen,
  onClose,
  hasPassword,
  hasSecondFactor,
  email,
  method: currentMethod,
}: {
  isOpen: boolean
  onClose: () => void
  hasPassword: boolean
  /** It is asked for by the call itself, in place of the password. */
  hasSecondFactor: boolean
  email: string
  method: PayoutMethod
}) {
  const formId = useId()
  const save = useMutation(savePayoutDetails, { refreshes: [getPayoutDetails] })
  const canProve = hasPassword || hasSecondFactor
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!save.isPending}
      title={texts.title}
      description={canProve ? texts.intro : texts.noPassword}
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {payoutTexts.cancel}
          </Button>
          {canProve ? (
            <Button type="submit" form={formId} variant="primary" isLoading={save.isPending}>
              {texts.save}
            </Button>
          ) : (
            <Button variant="primary" to={SECURITY_PATH}>
              {texts.toSettings}
            </Button>
          )}
        </>
      }
    >
      {canProve && (
        <DetailsForm
          {...{ formId, email, currentMethod, save }}
          asksPassword={!hasSecondFactor}
          onSaved={onClose}
        />
      )}
    </Dialog>
  )
}

function DetailsForm({
  formId,
  email,
  currentMethod,
  save,
  asksPassword,
  onSaved,
}: {
  formId: string
  asksPassword: boolean
  email: string
  currentMethod: PayoutMethod
  save: ReturnType<typeof useMutation<typeof savePayoutDetails>>
  onSaved: () => void
}) {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const [method, setMethod] = useState(currentMethod)
  const [failure, setFailure] = useState<string | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const sent = new FormData(event.currentTarget)
    const form: PayoutDetailsForm = {
      method,
      holder: textOf(sent, 'holder'),
      ...Object.fromEntries(FIELDS[method].map(([name]) => [name, textOf(sent, name)])),
    }
    const currentPassword = textOf(sent, 'currentPassword')
    const read = readPayoutDetails(form)
    const wrong = {
      ...('field' in read ? { [read.field]: read.message } : {}),
      ...(asksPassword && currentPassword === '' ? { currentPassword: payoutMessages.passwordRequired } : {}),
    }
    show(wrong)
    setFailure(null)
    if (Object.keys(wrong).length > 0) return
    save.mutate(
      { input: { ...form, ...(asksPassword && { currentPassword }) } },
      {
        onSuccess: ({ details }) => {
          toast.success(details.heldUntil === null ? payoutMessages.detailsSaved : payoutMessages.detailsHeld)
          onSaved()
        },
        onError: (refusal) => {
          if (!showRefusal(refusal)) setFailure(refusal.message)
        },
      },
    )
  }

  const fields: readonly (readonly [FieldName, Partial<TextFieldProps>])[] = [
    ['holder', { autoComplete: 'name' }],
    ...FIELDS[method],
  ]
  return (
    <form id={formId} ref={formRef} noValidate onSubmit={submit} className="space-y-5">
      <FormError>{failure}</FormError>
      <Select
        name="method"
        label={texts.method}
        value={method}
        options={PAYOUT_METHODS.map((known) => ({ value: known.method, label: known.label }))}
        onChange={({ target }) => {
          const chosen = payoutMethod.safeParse(target.value)
          if (chosen.success) setMethod(chosen.data)
        }}
      />
      {fields.map(([name, props]) => (
        <TextField
          key={name}
          {...props}
          name={name}
          label={texts.fields[name]}
          error={errors[name] ?? null}
          onChange={() => forget(name)}
        />
      ))}
      {asksPassword && (
        <>
          {/* Tells password managers which account this is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            name="currentPassword"
            label={texts.password}
            help={texts.passwordHelp}
            autoComplete="current-password"
            error={errors['currentPassword'] ?? null}
            onChange={() => forget('currentPassword')}
          />
        </>
      )}
    </form>
  )
}
