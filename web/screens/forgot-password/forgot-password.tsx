import { MailCheck } from 'lucide-react'
import { useState } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { forgotPassword } from '#contract/accounts/calls.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { checkEntry } from '#web/features/sign-in/check-entry.ts'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { EntryHeading, OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

import { forgotPasswordTexts as texts } from './messages.ts'

export function ForgotPasswordScreen() {
  const [isSent, setIsSent] = useState(false)
  const form = useCallForm(forgotPassword, {
    initial: { email: '' },
    check: (values) => checkEntry('forgot', values),
    input: (values) => values,
    onDone: () => setIsSent(true),
  })

  if (isSent)
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
      <EntryForm form={form.props}>
        <FormError>{form.problem}</FormError>
        <EmailField {...form.field('email')} label={texts.email} />
        <SubmitButton isLoading={form.isSaving}>{texts.send}</SubmitButton>
      </EntryForm>
      <OtherWay question={texts.remembered} to="/login" label={texts.logIn} />
    </>
  )
}
