import { type FormEvent, useState } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { register } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { type FieldErrors, NO_ERRORS, textOf } from '#web/features/form/use-form-errors.ts'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { EntryHeading, OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { GoogleSignIn } from '#web/features/sign-in/google-sign-in.tsx'
import { keepAddress } from '#web/features/sign-in/known-address.ts'
import { loginPath, nextIn } from '#web/features/sign-in/own-path.ts'
import { SecondStepPart } from '#web/features/proof/second-step-part.ts'
import { useEntryForm } from '#web/features/sign-in/use-entry-form.ts'
import type { BegunSignIn } from '#web/features/sign-in/use-google.ts'
import { useLocation } from '#web/routing/location.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Divider } from '#web/ui/divider.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { signupTexts as texts } from './messages.ts'
import { type Registered, RegisteredNews } from './registered.tsx'

export function SignupScreen() {
  const next = nextIn(useLocation().search)
  const [registered, setRegistered] = useState<Registered | null>(null)
  const [begun, setBegun] = useState<BegunSignIn | null>(null)

  if (begun !== null) return <SecondStepPart begun={begun} onEnd={() => setBegun(null)} />
  if (registered !== null)
    return <RegisteredNews {...registered} onOtherAddress={() => setRegistered(null)} />

  return (
    <>
      <EntryHeading title={texts.title} subtitle={texts.subtitle} />
      <div className="space-y-6">
        <GoogleSignIn label={texts.google} onSecondStep={setBegun} />
        <Divider>{texts.or}</Divider>
        <SignupForm next={next} onRegistered={setRegistered} />
      </div>
      <OtherWay question={texts.haveAccount} to={loginPath(next)} label={texts.logIn} />
    </>
  )
}

function SignupForm({
  next,
  onRegistered,
}: {
  next: string | null
  onRegistered: (registered: Registered) => void
}) {
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
      next,
    }
    const ownErrors: FieldErrors = input.ageConfirmed ? NO_ERRORS : { ageConfirmed: texts.ageRequired }
    if (!(await isSendable(input, ownErrors))) return
    signUp.mutate(
      { input },
      {
        onSuccess() {
          toast.success(accountMessages.registered)
          keepAddress(input.email)
          onRegistered({ email: input.email, password: input.password, next })
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
      <TextField {...field('name')} label={texts.name.label} help={texts.name.help} autoComplete="name" />
      <TextField
        {...field('username')}
        label={texts.username.label}
        help={texts.username.help}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <EmailField {...field('email')} label={texts.email.label} help={texts.email.help} />
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
