import { useId } from 'react'
import * as z from 'zod/mini'

import { changeEmail, getSecurity } from '#contract/accounts/calls.ts'
import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { emailAddress } from '#contract/accounts/rules.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { securityTexts } from './messages.ts'

const texts = securityTexts.email

const newAddress = z.object({ email: emailAddress })

export function ChangeEmailDialog({
  email,
  isOpen,
  onClose,
}: {
  email: string
  isOpen: boolean
  onClose: () => void
}) {
  const formId = useId()
  const form = useCallForm(changeEmail, {
    initial: { email: '' },
    about: isOpen,
    check: (values) => fieldErrors(newAddress, values),
    input: (values) => values,
    refreshes: [getSecurity],
    onDone() {
      toast.success(proofMessages.emailChangeBegun)
      onClose()
    },
  })

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!form.isSaving}
      size="narrow"
      title={texts.dialogTitle}
      description={texts.dialogIntro(email)}
      footer={
        <>
          <Button onClick={onClose} disabled={form.isSaving}>
            {securityTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isSaving}>
            {texts.ask}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="space-y-4">
        <FormError>{form.problem}</FormError>
        <TextField
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          label={texts.new}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
