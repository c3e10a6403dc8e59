import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'

import { accountMessages } from '#contract/accounts/messages.ts'
import { register } from '#contract/accounts/routes.ts'
import { MINIMUM_AGE } from '#contract/site/policy.ts'
import { useMutation } from '#web/api/queries.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { type FieldErrors, NO_ERRORS, textOf } from '#web/features/form/use-form-errors.ts'
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

export function SignupScreen() {
  const { search } = useLocation()
  const [registeredMessage, setRegisteredMessage] = useState<string | null>(null)

  if (registeredMessage !== null)
    return (
      <EntryNews
        icon={<MailCheck />}
        title="Check your inbox"
        action={<Button to={`/login${search}`}>Go to Login</Button>}
      >
        {registeredMessage}
      </EntryNews>
    )

  return (
    <>
      <EntryHeading title="Make yourself at home" subtitle="One account to support creators, or to be one." />
      <div className="space-y-6">
        <GoogleSignIn label="Sign up with Google" />
        <Divider>OR</Divider>
        <SignupForm onRegistered={setRegisteredMessage} />
      </div>
      <OtherWay question="Already have an account?" to={`/login${search}`} label="Log in" />
    </>
  )
}

function SignupForm({ onRegistered }: { onRegistered: (message: string) => void }) {
  const { formRef, errors, isSendable, showRefusal, forget } = useEntryForm('signup')
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
    const ownErrors: FieldErrors = input.ageConfirmed
      ? NO_ERRORS
      : { ageConfirmed: `Please confirm that you are ${MINIMUM_AGE} or older.` }
    if (!(await isSendable(input, ownErrors))) return
    signUp.mutate(
      { input },
      {
        onSuccess({ msg }) {
          toast.success(msg)
          onRegistered(msg)
        },
        onError(refusal) {
          showRefusal(refusal)
          toast.error(refusal.message)
        },
      },
    )
  }

  function field(name: string) {
    return { name, error: errors[name] ?? null, onChange: () => forget(name) }
  }

  return (
    <form
      ref={formRef}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="space-y-5"
    >
      <TextField {...field('name')} label="Name" autoComplete="name" />
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        help={accountMessages.passwordTooShort}
      />
      <PasswordField {...field('confirmPassword')} label="Confirm Password" autoComplete="new-password" />
      <Checkbox {...field('ageConfirmed')} label={`I am ${MINIMUM_AGE} or older`} />
      <SubmitButton isLoading={signUp.isPending}>Sign Up</SubmitButton>
    </form>
  )
}
