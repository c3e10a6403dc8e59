import { CircleCheck, CircleX } from 'lucide-react'
import type { FormEvent } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { audienceFailures } from '#contract/audiences/failures.ts'
import { confirmFollow, getMailedFollow } from '#contract/audiences/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { followPath } from '#web/features/follow/follow-path.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { type FieldErrors, NO_ERRORS, textOf } from '#web/features/form/use-form-errors.ts'
import { EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { EntryHeading } from '#web/features/sign-in/entry-parts.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { signIn } from '#web/features/sign-in/sign-in.ts'
import { useEntryForm } from '#web/features/sign-in/use-entry-form.ts'
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
  const { formRef, errors, isSendable, showRefusal, forget } = useEntryForm('follow')
  const finish = useMutation(confirmFollow)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = {
      token,
      name: textOf(form, 'name'),
      password: textOf(form, 'password'),
      ageConfirmed: form.has('ageConfirmed'),
    }
    const ownErrors: FieldErrors = input.ageConfirmed ? NO_ERRORS : { ageConfirmed: texts.ageRequired }
    if (!(await isSendable(input, ownErrors))) return
    // The address says where to go on once they are signed in.
    finish.mutate({ input }, { onSuccess: (answer) => signIn(answer.token), onError: showRefusal })
  }

  if (finish.error?.code === audienceFailures.follow_link_used.code) return <AccountThere {...page} />
  return (
    <>
      <EntryHeading
        title={texts.title(page.pageName)}
        subtitle={<span className="wrap-anywhere">{texts.subtitle(email)}</span>}
      />
      <EntryForm ref={formRef} onSubmit={submit}>
        <FormError>
          {finish.error && finish.error.field === undefined ? finish.error.message : null}
        </FormError>
        {/* Tells password managers which account the password is for. */}
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <TextField
          name="name"
          label={texts.name.label}
          help={texts.name.help}
          autoComplete="name"
          error={errors['name'] ?? null}
          onChange={() => forget('name')}
        />
        <PasswordField
          name="password"
          label={texts.password}
          autoComplete="new-password"
          help={accountMessages.passwordTooShort}
          error={errors['password'] ?? null}
          onChange={() => forget('password')}
        />
        <Checkbox
          name="ageConfirmed"
          label={texts.age}
          error={errors['ageConfirmed'] ?? null}
          onChange={() => forget('ageConfirmed')}
        />
        <SubmitButton isLoading={finish.isPending}>{texts.finish}</SubmitButton>
      </EntryForm>
    </>
  )
}
