import { CircleCheck } from 'lucide-react'
import type { FormEvent } from 'react'

import { accountFailures } from '#contract/accounts/failures.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { resetPassword } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { textOf } from '#web/features/form/use-form-errors.ts'
import { EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { EntryHeading, OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { loginPath, nextIn } from '#web/features/sign-in/own-path.ts'
import { useEntryForm } from '#web/features/sign-in/use-entry-form.ts'
import { useLocation } from '#web/routing/location.ts'
import { useParams } from '#web/routing/match-path.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

import { resetPasswordTexts as texts } from './messages.ts'

/** Behind the link in the mail for a forgotten password. */
export function ResetPasswordScreen() {
  const { token = '' } = useParams()
  const { search } = useLocation()
  const { formRef, errors, isSendable, showRefusal, forget } = useEntryForm('reset')
  const reset = useMutation(resetPassword)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = {
      token,
      password: textOf(form, 'password'),
      confirmPassword: textOf(form, 'confirmPassword'),
    }
    if (await isSendable(input)) reset.mutate({ input }, { onError: showRefusal })
  }

  if (reset.isSuccess)
    return (
      <EntryNews
        icon={<CircleCheck />}
        title={texts.savedTitle}
        action={
          <Button variant="primary" size="large" to={loginPath(nextIn(search))}>
            {texts.goToLogin}
          </Button>
        }
      >
        {accountMessages.passwordChanged}
      </EntryNews>
    )

  const isLinkBad = reset.error?.code === accountFailures.reset_token_invalid.code
  return (
    <>
      <EntryHeading title={texts.title} subtitle={texts.subtitle} />
      <EntryForm ref={formRef} onSubmit={submit}>
        <FormError>{reset.error && reset.error.field === undefined ? reset.error.message : null}</FormError>
        <PasswordField
          name="password"
          label={texts.newPassword}
          autoComplete="new-password"
          help={accountMessages.passwordTooShort}
          error={errors['password'] ?? null}
          onChange={() => forget('password')}
        />
        <PasswordField
          name="confirmPassword"
          label={texts.confirmPassword}
          autoComplete="new-password"
          error={errors['confirmPassword'] ?? null}
          onChange={() => forget('confirmPassword')}
        />
        <SubmitButton isLoading={reset.isPending}>{texts.save}</SubmitButton>
      </EntryForm>
      {isLinkBad && <OtherWay question={texts.linkUsedUp} to="/forgot-password" label={texts.newLink} />}
    </>
  )
}
