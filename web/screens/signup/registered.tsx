import { MailCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { accountFailures } from '#contract/accounts/failures.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { sendActivationEmail, verifyCode } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { InlineButton } from '#web/features/sign-in/entry-parts.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { signIn } from '#web/features/sign-in/sign-in.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { signupTexts } from './messages.ts'

const texts = signupTexts.registered

const CODE_LENGTH = 6
/** A mail takes a moment; requesting the next one at once would only fill the inbox. */
const WAIT_SECONDS = 30

export interface Registered {
  name: string
  username: string
  email: string
  /** For sending the mail again; kept only by this page, for as long as it is open. */
  password: string
}

/** After signing up: the mailed code goes in here and logs in. Its link does the same, in this browser. */
export function RegisteredNews({
  email,
  password,
  next,
  onWrongAddress,
}: Pick<Registered, 'email' | 'password'> & { next: string | null; onWrongAddress: () => void }) {
  const [waitSeconds, setWaitSeconds] = useCountdown(WAIT_SECONDS)
  const send = useMutation(sendActivationEmail)

  function sendAgain() {
    send.mutate(
      { input: { email, password, next } },
      {
        onSuccess() {
          setWaitSeconds(WAIT_SECONDS)
          toast.success(accountMessages.activationEmailSent)
        },
        onError(refusal) {
          if (refusal.retryAfterSeconds !== undefined) setWaitSeconds(refusal.retryAfterSeconds)
          toast.error(refusal.message)
        },
      },
    )
  }

  return (
    <>
      <EntryNews icon={<MailCheck />} title={texts.title}>
        <RichText
          text={texts.enter(email)}
          slots={{ email: <EmailAddress className="font-semibold text-ink" /> }}
        />
      </EntryNews>
      <p className="mt-2 text-ink-soft">
        <RichText text={texts.wrongAddress} slots={{ button: <InlineButton onClick={onWrongAddress} /> }} />
      </p>
      <CodeForm next={next} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-2">
        <Button
          variant="quiet"
          size="small"
          isLoading={send.isPending}
          disabled={waitSeconds > 0}
          onClick={sendAgain}
        >
          {waitSeconds > 0 ? texts.sendAgainIn(waitSeconds) : texts.sendAgain}
        </Button>
        <Button variant="quiet" size="small" to={loginPath(next)}>
          {texts.goToLogin}
        </Button>
      </div>
    </>
  )
}

function CodeForm({ next }: { next: string | null }) {
  const verify = useMutation(verifyCode)
  const fieldRef = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  // The form that had the focus is gone.
  useEffect(() => fieldRef.current?.focus(), [])

  function enter(typed: string) {
    verify.mutate(
      { input: { code: typed } },
      {
        onSuccess({ token }) {
          // The routes then go on to what was meant.
          if (token !== undefined) return signIn(token)
          toast.success(accountMessages.activated)
          navigate(loginPath(next))
        },
        onError(refusal) {
          setError(refusal.message)
          fieldRef.current?.select()
        },
      },
    )
  }

  function type(typed: string) {
    // Pasted "123 456" and all.
    const digits = typed.replace(/\D/g, '').slice(0, CODE_LENGTH)
    if (digits === code) return
    setCode(digits)
    setError(null)
    if (digits.length === CODE_LENGTH && !verify.isPending) enter(digits)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (code.length === CODE_LENGTH) return enter(code)
    setError(code === '' ? accountMessages.codeRequired : accountMessages.activationCodeFormat)
    fieldRef.current?.focus()
  }

  // Then there is nothing to enter any more.
  if (verify.error?.code === accountFailures.activation_code_over.code)
    return (
      <p role="alert" className="mt-6 font-medium text-bad">
        {verify.error.message}
      </p>
    )
  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-5">
      <TextField
        ref={fieldRef}
        name="code"
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        inputClassName="min-h-14 text-2xl font-semibold tracking-[0.4em] tabular-nums"
        value={code}
        error={error}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" isFullWidth isLoading={verify.isPending}>
        {texts.send}
      </Button>
    </form>
  )
}

/** Seconds counting down to zero, and a way to restart them. */
function useCountdown(startSeconds: number): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(startSeconds)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return [left, setLeft]
}
