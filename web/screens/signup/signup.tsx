import { type FormEvent, useRef, useState } from 'react'

import { register } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { type FieldErrors, NO_ERRORS, textOf } from '#web/features/form/use-form-errors.ts'
import { SecondStepPart } from '#web/features/proof/second-step-part.ts'
import { Doorway } from '#web/features/sign-in/doorway.tsx'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { GoogleSignIn } from '#web/features/sign-in/google-sign-in.tsx'
import { keepAddress } from '#web/features/sign-in/known-address.ts'
import { nextIn } from '#web/features/sign-in/own-path.ts'
import { suggestedUsername } from '#web/features/sign-in/suggested.ts'
import { useEntryForm } from '#web/features/sign-in/use-entry-form.ts'
import type { BegunSignIn } from '#web/features/sign-in/use-google.ts'
import { useLocation } from '#web/routing/location.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Divider } from '#web/ui/divider.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { signupTexts as texts } from './messages.ts'
import { type Strength, strengthOf } from './password-strength.ts'
import { type Registered, RegisteredNews } from './registered.tsx'

export function SignupScreen() {
  const next = nextIn(useLocation().search)
  const [registered, setRegistered] = useState<Registered | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const [begun, setBegun] = useState<BegunSignIn | null>(null)
  const [name, setName] = useState('')

  if (begun !== null) return <SecondStepPart begun={begun} onEnd={() => setBegun(null)} />
  if (registered !== null && isWaiting)
    return <RegisteredNews {...registered} next={next} onWrongAddress={() => setIsWaiting(false)} />

  function wait(form: Registered) {
    setRegistered(form)
    setIsWaiting(true)
  }

  return (
    <>
      <Doorway here="sign up" title={texts.title} subtitle={texts.subtitle} typedName={name} />
      <div className="space-y-6">
        <GoogleSignIn label={texts.google} onSecondStep={setBegun} />
        <Divider>{texts.or}</Divider>
        <SignupForm next={next} before={registered} onName={setName} onRegistered={wait} />
      </div>
    </>
  )
}

function SignupForm({
  next,
  before,
  onName,
  onRegistered,
}: {
  next: string | null
  /** What was sent with an address that turned out to be wrong. */
  before: Registered | null
  onName: (name: string) => void
  onRegistered: (form: Registered) => void
}) {
  const { formRef, errors, isSendable, mark, forget } = useEntryForm('signup')
  const signUp = useMutation(register)
  const usernameRef = useRef<HTMLInputElement>(null)
  const hasOwnUsername = useRef(before !== null)
  const [strength, setStrength] = useState<Strength | null>(null)

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
          keepAddress(input.email)
          onRegistered(input)
        },
        onError(refusal) {
          mark(refusal)
          toast.error(refusal.message)
        },
      },
    )
  }

  function typeName(name: string) {
    forget('name')
    onName(name)
    if (hasOwnUsername.current || !usernameRef.current) return
    usernameRef.current.value = suggestedUsername(name)
    forget('username')
  }

  function typePassword(password: string) {
    forget('password')
    const form = formRef.current && new FormData(formRef.current)
    const [email = ''] = form ? textOf(form, 'email').split('@') : []
    const own = form ? [...textOf(form, 'name').split(' '), textOf(form, 'username'), email] : []
    setStrength(password === '' ? null : strengthOf(password, own))
  }

  function field(name: string) {
    return { name, error: errors[name] ?? null, onChange: () => forget(name) }
  }

  return (
    <EntryForm ref={formRef} onSubmit={submit}>
      <TextField
        {...field('name')}
        label={texts.name}
        autoComplete="name"
        defaultValue={before?.name}
        onChange={(event) => typeName(event.target.value)}
      />
      <TextField
        {...field('username')}
        ref={usernameRef}
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={before?.username}
        onChange={(event) => {
          hasOwnUsername.current = event.target.value !== ''
          forget('username')
        }}
      />
      <EmailField
        {...field('email')}
        label={texts.email}
        defaultValue={before?.email}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to change it
        autoFocus={before !== null}
      />
      <PasswordField
        {...field('password')}
        label={texts.password}
        autoComplete="new-password"
        defaultValue={before?.password}
        help={<StrengthMeter strength={strength} />}
        onChange={(event) => typePassword(event.target.value)}
      />
      <PasswordField
        {...field('confirmPassword')}
        label={texts.confirmPassword}
        autoComplete="new-password"
        defaultValue={before?.password}
      />
      <Checkbox {...field('ageConfirmed')} label={texts.age} defaultChecked={before !== null} />
      <SubmitButton isLoading={signUp.isPending}>{texts.send}</SubmitButton>
    </EntryForm>
  )
}

const BARS: Record<Strength, number> = { short: 0, weak: 1, good: 2, strong: 3 }

/** The one line of help: the rule, and how well it is met. */
function StrengthMeter({ strength }: { strength: Strength | null }) {
  const filled = strength === null ? 0 : BARS[strength]
  return (
    <span className="flex items-center gap-2">
      {filled > 0 && (
        <span aria-hidden="true" className="flex gap-1">
          {[1, 2, 3].map((bar) => (
            <span
              key={bar}
              className={classNames(
                'h-1 w-6 rounded-full',
                bar > filled ? 'bg-line' : filled === 1 ? 'bg-warn' : 'bg-good',
              )}
            />
          ))}
        </span>
      )}
      <span aria-live="polite">{texts.strength[strength ?? 'short']}</span>
    </span>
  )
}
