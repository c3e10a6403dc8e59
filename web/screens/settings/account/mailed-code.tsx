import type { sendDeletionCode, sendPasswordCode } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { useMutation } from '#web/api/queries.ts'
import { FormError, FormSuccess } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.mailedCode

/** Mails a code and takes it: how users without a password prove their identity. */
export function MailedCode({
  route,
  email,
  isFocusedFirst = false,
  ...field
}: {
  /** Mails the code. */
  route: typeof sendDeletionCode | typeof sendPasswordCode
  email: string
  isFocusedFirst?: boolean
} & Pick<TextFieldProps, 'name' | 'value' | 'error' | 'onChange'>) {
  const mail = useMutation(route)
  return (
    <>
      <FormError>{mail.error?.message}</FormError>
      <FormSuccess>{mail.isSuccess && accountMessages.codeSent}</FormSuccess>
      <Button
        isLoading={mail.isPending}
        onClick={() => mail.mutate({ input: {} })}
        {...(isFocusedFirst ? { 'data-autofocus': true } : {})}
      >
        {mail.isSuccess ? texts.sendAgain : texts.send}
      </Button>
      <TextField
        {...field}
        label={texts.label}
        help={texts.help(email)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
    </>
  )
}
