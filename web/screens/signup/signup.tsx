import { useRef, useState } from 'react'

import { register } from '#contract/accounts/calls.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { SecondStepPart } from '#web/features/proof/second-step-part.ts'
import { checkEntry } from '#web/features/sign-in/check-entry.ts'
import { Doorway } from '#web/features/sign-in/doorway.tsx'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { GoogleSignIn } from '#web/features/sign-in/google-sign-in.tsx'
import { keepAddress } from '#web/features/sign-in/known-address.ts'
import { nextIn } from '#web/features/sign-in/own-path.ts'
import { suggestedUsername } from '#web/features/sign-in/suggested.ts'
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
  const hasOwnUsername = useRef(before !== null)
  const form = useCallForm(register, {
    initial: {
      name: before?.name ?? '',
      username: before?.username ?? '',
      email: before?.email ?? '',
      password: before?.password ?? '',
      confirmPassword: before?.password ?? '',
      ageConfirmed: before !== null,
    },
    check: async (values) => ({
      ...(await checkEntry('signup', values)),
      ...(!values.ageConfirmed && { ageConfirmed: texts.ageRequired }),
    }),
    input: (values) => ({ ...values, next }),
    onDone(_answer, values) {
      keepAddress(values.email)
      onRegistered(values)
    },
    onRefused({ field, message }) {
      toast.error(message)
      return field === undefined ? {} : { [field]: '' }
    },
  })
  const { name, username, email, password } = form.values
  const own = [...name.split(' '), username, email.split('@')[0] ?? '']
  const strength = password === '' ? null : strengthOf(password, own)

  function typeName(typed: string) {
    onName(typed)
    form.set({ name: typed, ...(!hasOwnUsername.current && { username: suggestedUsername(typed) }) })
  }

  function typeUsername(typed: string) {
    hasOwnUsername.current = typed !== ''
    form.set({ username: typed })
  }

  return (
    <EntryForm form={form.props}>
      <TextField
        {...form.field('name')}
        label={texts.name}
        autoComplete="name"
        onChange={({ target }) => typeName(target.value)}
      />
      <TextField
        {...form.field('username')}
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => typeUsername(target.value)}
      />
      <EmailField
        {...form.field('email')}
        label={texts.email}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to change it
        autoFocus={before !== null}
      />
      <PasswordField
        {...form.field('password')}
        label={texts.password}
        autoComplete="new-password"
        help={<StrengthMeter strength={strength} />}
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={texts.confirmPassword}
        autoComplete="new-password"
      />
      <Checkbox {...form.box('ageConfirmed')} label={texts.age} />
      <SubmitButton isLoading={form.isSaving}>{texts.send}</SubmitButton>
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
