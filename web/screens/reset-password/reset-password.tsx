import { CircleCheck } from 'lucide-react'
import { useState } from 'react'

import { accountFailures } from '#contract/accounts/failures.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { resetPassword } from '#contract/accounts/calls.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { checkEntry } from '#web/features/sign-in/check-entry.ts'
import { EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { EntryHeading, OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { loginPath, nextIn } from '#web/features/sign-in/own-path.ts'
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
  const [isLinkBad, setIsLinkBad] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const form = useCallForm(resetPassword, {
    initial: { token, password: '', confirmPassword: '' },
    check: (values) => checkEntry('reset', values),
    input: (values) => values,
    onDone: () => setIsDone(true),
    onRefused({ code, field, fields, message }) {
      setIsLinkBad(code === accountFailures.reset_token_invalid.code)
      return field === undefined ? { form: message } : fields
    },
  })

  if (isDone)
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

  return (
    <>
      <EntryHeading title={texts.title} subtitle={texts.subtitle} />
      <EntryForm form={form.props}>
        <FormError>{form.problem}</FormError>
        <PasswordField
          {...form.field('password')}
          label={texts.newPassword}
          autoComplete="new-password"
          help={accountMessages.passwordTooShort}
        />
        <PasswordField
          {...form.field('confirmPassword')}
          label={texts.confirmPassword}
          autoComplete="new-password"
        />
        <SubmitButton isLoading={form.isSaving}>{texts.save}</SubmitButton>
      </EntryForm>
      {isLinkBad && <OtherWay question={texts.linkUsedUp} to="/forgot-password" label={texts.newLink} />}
    </>
  )
}
