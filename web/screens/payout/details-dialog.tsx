import { useId } from 'react'

import {
  PAYOUT_METHODS,
  type PayoutDetailsForm,
  type PayoutMethod,
  readPayoutDetails,
} from '#contract/payouts/details.ts'
import { payoutMessages } from '#contract/payouts/messages.ts'
import { getPayoutDetails, savePayoutDetails } from '#contract/payouts/calls.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
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
  const canProve = hasPassword || hasSecondFactor
  const form = useCallForm(savePayoutDetails, {
    initial: {
      method: currentMethod,
      holder: '',
      accountNumber: '',
      ifsc: '',
      iban: '',
      upiId: '',
      paypalEmail: '',
      currentPassword: '',
    },
    about: isOpen,
    check(values) {
      const read = readPayoutDetails(detailsIn(values))
      const isMissing = !hasSecondFactor && values.currentPassword === ''
      return {
        ...('field' in read && { [read.field]: read.message }),
        ...(isMissing && { currentPassword: payoutMessages.passwordRequired }),
      }
    },
    input: (values) => ({
      ...detailsIn(values),
      ...(!hasSecondFactor && { currentPassword: values.currentPassword }),
    }),
    refreshes: [getPayoutDetails],
    onDone({ details }) {
      toast.success(details.heldUntil === null ? payoutMessages.detailsSaved : payoutMessages.detailsHeld)
      onClose()
    },
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!form.isSaving}
      title={texts.title}
      description={canProve ? texts.intro : texts.noPassword}
      footer={
        <>
          <Button onClick={onClose} disabled={form.isSaving}>
            {payoutTexts.cancel}
          </Button>
          {canProve ? (
            <Button type="submit" form={formId} variant="primary" isLoading={form.isSaving}>
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
        <form id={formId} {...form.props} className="space-y-5">
          <FormError>{form.problem}</FormError>
          <Select
            {...form.field('method')}
            label={texts.method}
            options={PAYOUT_METHODS.map((known) => ({ value: known.method, label: known.label }))}
          />
          {fieldsOf(form.values.method).map(([name, props]) => (
            <TextField key={name} {...props} {...form.field(name)} label={texts.fields[name]} />
          ))}
          {!hasSecondFactor && (
            <>
              {/* Tells password managers which account this is. */}
              <input type="email" autoComplete="username" value={email} readOnly hidden />
              <PasswordField
                {...form.field('currentPassword')}
                label={texts.password}
                help={texts.passwordHelp}
                autoComplete="current-password"
              />
            </>
          )}
        </form>
      )}
    </Dialog>
  )
}

function fieldsOf(method: PayoutMethod): typeof FIELDS.bank {
  return [['holder', { autoComplete: 'name' }], ...FIELDS[method]]
}

/** The method, and what it needs: what was typed for another one isn't sent. */
function detailsIn({
  method,
  ...typed
}: { method: PayoutMethod } & Record<FieldName, string>): PayoutDetailsForm {
  return {
    method,
    holder: typed.holder,
    ...Object.fromEntries(FIELDS[method].map(([name]) => [name, typed[name]])),
  }
}
