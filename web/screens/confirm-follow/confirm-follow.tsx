import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { audienceFailures } from '#contract/audiences/failures.ts'
import { confirmFollow, getMailedFollow } from '#contract/audiences/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { followPath } from '#web/features/follow/follow-path.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { checkEntry } from '#web/features/sign-in/check-entry.ts'
import { EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { EntryHeading } from '#web/features/sign-in/entry-parts.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { signIn } from '#web/features/sign-in/sign-in.ts'
import { useParams } from '#web/routing/match-path.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { confirmFollowTexts as texts } from './messages.ts'

/**
 * Behind the link in the mail to somebody who wants to follow a page. Opening it confirms nothing, because mail scanners
 * open links too.
 */
export function ConfirmFollowScreen() {
  const { token = '' } = useParams()
  const link = useQuery(getMailedFollow, { token })

  if (link.data?.email) return <FinishForm token={token} {...link.data} email={link.data.email} />
  if (link.data) return <AccountThere {...link.data} />
  if (!link.error) return <FullPageSpinner label={texts.loading} />
  const isLinkBad = link.error.status >= 400 && link.error.status < 500
  return (
    <EntryNews
      icon={<CircleX />}
      tone="bad"
      title={isLinkBad ? texts.failedTitle : texts.unreachableTitle}
      action={
        isLinkBad ? (
          <Button to="/explore">{texts.explore}</Button>
        ) : (
          <Button variant="primary" isLoading={link.isFetching} onClick={() => void link.refetch()}>
            {texts.tryAgain}
          </Button>
        )
      }
    >
      {link.error.message}
    </EntryNews>
  )
}

interface Page {
  pageName: string
  pageHandle: string
}

/** The link was used, or the address has got an account in another way. */
function AccountThere({ pageName, pageHandle }: Page) {
  return (
    <EntryNews
      icon={<CircleCheck />}
      title={texts.doneTitle}
      action={
        <Button variant="primary" size="large" to={loginPath(followPath(pageHandle))}>
          {texts.logIn}
        </Button>
      }
    >
      {texts.done(pageName)}
    </EntryNews>
  )
}

function FinishForm({ token, email, ...page }: Page & { token: string; email: string }) {
  const [isUsed, setIsUsed] = useState(false)
  const form = useCallForm(confirmFollow, {
    initial: { token, name: '', password: '', ageConfirmed: false },
    check: async (values) => ({
      ...(await checkEntry('follow', values)),
      ...(!values.ageConfirmed && { ageConfirmed: texts.ageRequired }),
    }),
    input: (values) => values,
    // The address says where to go on once they are signed in.
    onDone: (answer) => signIn(answer.token),
    onRefused({ code, field, fields, message }) {
      setIsUsed(code === audienceFailures.follow_link_used.code)
      return field === undefined ? { form: message } : fields
    },
  })

  if (isUsed) return <AccountThere {...page} />
  return (
    <>
      <EntryHeading
        title={texts.title(page.pageName)}
        subtitle={<span className="wrap-anywhere">{texts.subtitle(email)}</span>}
      />
      <EntryForm form={form.props}>
        <FormError>{form.problem}</FormError>
        {/* Tells password managers which account the password is for. */}
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <TextField
          {...form.field('name')}
          label={texts.name.label}
          help={texts.name.help}
          autoComplete="name"
        />
        <PasswordField
          {...form.field('password')}
          label={texts.password}
          autoComplete="new-password"
          help={accountMessages.passwordTooShort}
        />
        <Checkbox {...form.box('ageConfirmed')} label={texts.age} />
        <SubmitButton isLoading={form.isSaving}>{texts.finish}</SubmitButton>
      </EntryForm>
    </>
  )
}
