import { MailCheck } from 'lucide-react'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'

import { forgotPassword } from '#contract/accounts/routes.ts'
import { emailAddress } from '#contract/accounts/rules.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { EntryHeading, OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const form = z.object({ email: emailAddress })

export function ForgotPasswordScreen() {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const ask = useMutation(forgotPassword)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = { email: textOf(new FormData(event.currentTarget), 'email') }
    const wrong = fieldErrors(form, input)
    show(wrong)
    if (Object.keys(wrong).length === 0) ask.mutate({ input }, { onError: showRefusal })
  }

  if (ask.isSuccess)
    return (
      <EntryNews
        icon={<MailCheck />}
        title="Check your inbox"
        action={<Button to="/login">Go to Login</Button>}
      >
        {ask.data.msg}
      </EntryNews>
    )

  return (
    <>
      <EntryHeading title="Forgot your password?" subtitle="We mail you a link to choose a new one." />
      <form ref={formRef} method="post" noValidate onSubmit={submit} className="space-y-5">
        <FormError>{ask.error && ask.error.field === undefined ? ask.error.message : null}</FormError>
        <TextField
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors['email'] ?? null}
          onChange={() => forget('email')}
        />
        <Button type="submit" variant="primary" size="large" isFullWidth isLoading={ask.isPending}>
          Send the link
        </Button>
      </form>
      <OtherWay question="Remembered it?" to="/login" label="Log in" />
    </>
  )
}
