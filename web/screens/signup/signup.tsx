import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'

import { accountMessages } from '#contract/accounts/messages.ts'
import { register } from '#contract/accounts/routes.ts'
import { useMutation } from '#web/api/queries.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { type FieldErrors, NO_ERRORS, textOf } from '#web/features/form/use-form-errors.ts'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryHeading, OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { GoogleSignIn } from '#web/features/sign-in/google-sign-in.tsx'
import { useEntryForm } from '#web/features/sign-in/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Divider } from '#web/ui/divider.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { signupTexts as texts } from './messages.ts'

export function SignupScreen() {
  const { search } = useLocation()
  const [registeredMessage, setRegisteredMessage] = useState<string | null>(null)

  if (registeredMessage !== null)
    return (
      <EntryNews
        icon={<MailCheck />}
        title={texts.registeredTitle}
        action={<Button to={`/login${search}`}>{texts.goToLogin}</Button>}
      >
        {registeredMessage}
      </EntryNews>
    )

  return (
    <>
      <EntryHeading title={texts.title} subtitle={texts.subtitle} />
      <div className="space-y-6">
        <GoogleSignIn label={texts.google} />
        <Divider>{texts.or}</Divider>
        <SignupForm onRegistered={setRegisteredMessage} />
      </div>
      <OtherWay question={texts.haveAccount} to={`/login${search}`} label={texts.logIn} />
    </>
  )
}

function SignupForm({ onRegistered }: { onRegistered: (message: string) => void }) {
  const { formRef, errors, isSendable, mark, forget } = useEntryForm('signup')
  const signUp = useMutation(register)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = {
      name: textOf(form, 'name'),
      username: textOf(form, 'username'),
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      confirmPassword: textOf(form, 'confirmPassword'),
      ageConfirmed: form.has('ageConfirmed'),
    }
    const ownErrors: FieldErrors = input.ageConfirmed ? NO_ERRORS : { ageConfirmed: texts.ageRequired }
    if (!(await isSendable(input, ownErrors))) return
    signUp.mutate(
      { input },
      {
        onSuccess({ msg }) {
          toast.success(msg)
          onRegistered(msg)
        },
        onError(refusal) {
          mark(refusal)
          toast.error(refusal.message)
        },
      },
    )
  }

  function field(name: string) {
    return { name, error: errors[name] ?? null, onChange: () => forget(name) }
  }

  return (
    <EntryForm ref={formRef} onSubmit={submit}>
      <TextField {...field('name')} label={texts.name} autoComplete="name" />
      <TextField
        {...field('username')}
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <EmailField {...field('email')} label={texts.email} />
      <PasswordField
        {...field('password')}
        label={texts.password}
        autoComplete="new-password"
        help={accountMessages.passwordTooShort}
      />
      <PasswordField
        {...field('confirmPassword')}
        label={texts.confirmPassword}
        autoComplete="new-password"
      />
      <Checkbox {...field('ageConfirmed')} label={texts.age} />
      <SubmitButton isLoading={signUp.isPending}>{texts.send}</SubmitButton>
    </EntryForm>
  )
}
