import { Key } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'

import { login, sendActivationEmail } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { useIsHydrated } from '#web/features/form/use-is-hydrated.ts'
import { SecondStepPart } from '#web/features/proof/second-step-part.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { checkEntry } from '#web/features/sign-in/check-entry.ts'
import { Doorway } from '#web/features/sign-in/doorway.tsx'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { InlineButton } from '#web/features/sign-in/entry-parts.tsx'
import { GoogleSignIn } from '#web/features/sign-in/google-sign-in.tsx'
import { knownAddress } from '#web/features/sign-in/known-address.ts'
import { nextIn } from '#web/features/sign-in/own-path.ts'
import { signIn } from '#web/features/sign-in/sign-in.ts'
import type { BegunSignIn } from '#web/features/sign-in/use-google.ts'
import { useLocation } from '#web/routing/location.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Divider } from '#web/ui/divider.tsx'
import { Link } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { loginTexts as texts } from './messages.ts'

export function LoginScreen() {
  const [begun, setBegun] = useState<BegunSignIn | null>(null)

  if (begun !== null) return <SecondStepPart begun={begun} onEnd={() => setBegun(null)} />
  return (
    <>
      <Doorway here="log in" title={texts.title} subtitle={texts.subtitle} />
      <div className="space-y-6">
        <div className="space-y-3">
          <GoogleSignIn label={texts.google} onSecondStep={setBegun} />
          <PasskeySignIn />
        </div>
        <Divider>{texts.or}</Divider>
        <LoginForm onSecondStep={setBegun} />
      </div>
    </>
  )
}

/** Logs in; or, if the server says the account isn't activated yet, sends the activation mail again. */
function LoginForm({ onSecondStep }: { onSecondStep: (begun: BegunSignIn) => void }) {
  const next = nextIn(useLocation().search)
  const passwordRef = useRef<HTMLInputElement>(null)
  const [needsActivation, setNeedsActivation] = useState(false)
  const [isMailed, setIsMailed] = useState(false)
  const form = useCallForm(needsActivation ? sendActivationEmail : login, {
    initial: { email: knownAddress(), password: '' },
    check: (values) => checkEntry('login', values),
    input: (values) => (needsActivation ? { ...values, next } : values),
    onDone(answer) {
      if (needsActivation) {
        setIsMailed(true)
        toast.success(accountMessages.activationEmailSent)
      } else take(answer)
    },
    onRefused({ field, message }) {
      // Usually a mistyped password: selected so it can be typed over.
      if (field === undefined && !needsActivation) passwordRef.current?.select()
      toast.error(message)
      return field === undefined ? {} : { [field]: '' }
    },
  })

  function take({ token, challenge, second, showActivateOption }: OutputOf<typeof login>) {
    if (challenge !== undefined && second) onSecondStep({ challenge, second })
    else if (token) {
      toast.success(accountMessages.loginSuccessful)
      signIn(token)
    } else {
      setNeedsActivation(showActivateOption === true)
      setIsMailed(false)
      // The form already offers this; there is no place for another answer of this kind.
      if (showActivateOption !== true) toast.info(accountMessages.activationNeeded)
    }
  }

  /** Other credentials may belong to an activated account. */
  function fieldOf(name: 'email' | 'password') {
    const { onChange, ...rest } = form.field(name)
    return {
      ...rest,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        onChange(event)
        setNeedsActivation(false)
      },
    }
  }

  return (
    <EntryForm form={form.props}>
      <EmailField {...fieldOf('email')} label={texts.email} />
      <div>
        <PasswordField
          {...fieldOf('password')}
          ref={passwordRef}
          label={texts.password}
          autoComplete="current-password"
        />
        <Link
          to="/forgot-password"
          className="mt-1 inline-flex min-h-11 items-center rounded-control text-sm font-medium text-brand hover:underline"
        >
          {texts.forgotPassword}
        </Link>
      </div>
      {needsActivation && (
        <Banner tone="info">
          {isMailed ? (
            <RichText
              text={texts.activationSent}
              slots={{ button: <InlineButton onClick={() => setNeedsActivation(false)} /> }}
            />
          ) : (
            accountMessages.activationNeeded
          )}
        </Banner>
      )}
      <SubmitButton isLoading={form.isSaving}>{needsActivation ? texts.activate : texts.send}</SubmitButton>
    </EntryForm>
  )
}

/** Signs in with a passkey alone: no address, no password. */
function PasskeySignIn() {
  const [isWaiting, setIsWaiting] = useState(false)
  const isHydrated = useIsHydrated()

  async function enter() {
    setIsWaiting(true)
    const { enterWithPasskey } = await import('#web/features/proof/passkey-entry.ts')
    const answer = await enterWithPasskey()
    setIsWaiting(false)
    if (answer.problem !== null) return toast.error(answer.problem)
    toast.success(accountMessages.loginSuccessful)
    signIn(answer.token)
  }

  return (
    <Button
      size="large"
      isFullWidth
      icon={<Key />}
      isLoading={isWaiting}
      disabled={!isHydrated}
      className="disabled:border-line-strong/55! disabled:bg-paper-raised! disabled:text-ink!"
      onClick={() => void enter()}
    >
      {texts.passkey}
    </Button>
  )
}
