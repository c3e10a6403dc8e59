import { accountMessages } from '#contract/accounts/messages.ts'
import { sendProofCode } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { FormError, FormSuccess } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

import { proofTexts as texts } from './messages.ts'

/** For users who have neither a second factor nor a password: they sign in with Google alone. */
export function MailedProofCode(field: Pick<TextFieldProps, 'value' | 'error' | 'onChange'>) {
  const mail = useMutation(sendProofCode)
  return (
    <>
      <FormError>{mail.error?.message}</FormError>
      <FormSuccess>{mail.isSuccess && accountMessages.codeSent}</FormSuccess>
      <Button isLoading={mail.isPending} onClick={() => mail.mutate({ input: {} })} data-autofocus>
        {mail.isSuccess ? texts.mailAnother : texts.mailCode}
      </Button>
      <TextField
        name="code"
        label={texts.mailedCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...field}
      />
    </>
  )
}
