import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { type FormEvent, useId } from 'react'
import * as z from 'zod/mini'

import { changeEmail, getSecurity } from '#contract/accounts/calls.ts'
import { emailAddress } from '#contract/accounts/rules.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
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
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const change = useMutation(changeEmail, { refreshes: [getSecurity] })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (change.isPending) return
    const input = { email: textOf(new FormData(event.currentTarget), 'email') }
    const wrong = fieldErrors(newAddress, input)
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    change.mutate(
      { input },
      {
        onSuccess: () => {
          toast.success(proofMessages.emailChangeBegun)
          onClose()
        },
        onError: (refusal) => void showRefusal(refusal),
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!change.isPending}
      size="narrow"
      title={texts.dialogTitle}
      description={texts.dialogIntro(email)}
      footer={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            {securityTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={change.isPending}>
            {texts.ask}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={submit} className="space-y-4">
        <FormError>{change.error?.field === undefined && change.error?.message}</FormError>
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          label={texts.new}
          error={errors['email'] ?? null}
          onChange={() => forget('email')}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
