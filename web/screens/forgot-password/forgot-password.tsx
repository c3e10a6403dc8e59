import { MailCheck } from 'lucide-react'
import type { FormEvent } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { forgotPassword } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { textOf } from '#web/features/form/use-form-errors.ts'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { EntryHeading, OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { useEntryForm } from '#web/features/sign-in/use-entry-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

import { forgotPasswordTexts as texts } from './messages.ts'

export function ForgotPasswordScreen() {
  const { formRef, errors, isSendable, showRefusal, forget } = useEntryForm('forgot')
  const ask = useMutation(forgotPassword)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = { email: textOf(new FormData(event.currentTarget), 'email') }
    if (await isSendable(input)) ask.mutate({ input }, { onError: showRefusal })
  }

  if (ask.isSuccess)
    return (
      <EntryNews
        icon={<MailCheck />}
        title={texts.sentTitle}
        action={<Button to="/login">{texts.goToLogin}</Button>}
      >
        {accountMessages.resetMailSent}
      </EntryNews>
    )

  return (
    <>
      <EntryHeading title={texts.title} subtitle={texts.subtitle} />
      <EntryForm ref={formRef} onSubmit={submit}>
        <FormError>{ask.error && ask.error.field === undefined ? ask.error.message : null}</FormError>
        <EmailField label={texts.email} error={errors['email'] ?? null} onChange={() => forget('email')} />
        <SubmitButton isLoading={ask.isPending}>{texts.send}</SubmitButton>
      </EntryForm>
      <OtherWay question={texts.remembered} to="/login" label={texts.logIn} />
    </>
  )
}
