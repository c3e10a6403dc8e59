import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { sendActivationEmail } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { toast } from '#web/ui/toast.tsx'

import { signupTexts } from './messages.ts'

const texts = signupTexts.registered

/** A mail takes a moment; requesting the next one at once would only fill the inbox. */
const WAIT_SECONDS = 30

export interface Registered {
  email: string
  /** For sending the mail again; kept only by this page, for as long as it is open. */
  password: string
  next: string | null
}

/** The next step after signing up: follow the link in the mail, which can be sent again. */
export function RegisteredNews({
  email,
  password,
  next,
  onOtherAddress,
}: Registered & { onOtherAddress: () => void }) {
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
    <EntryNews
      icon={<MailCheck />}
      title={texts.title}
      action={
        <div className="flex flex-wrap items-center gap-3">
          <Button to={loginPath(next)}>{texts.goToLogin}</Button>
          <Button variant="quiet" isLoading={send.isPending} disabled={waitSeconds > 0} onClick={sendAgain}>
            {waitSeconds > 0 ? texts.sendAgainIn(waitSeconds) : texts.sendAgain}
          </Button>
        </div>
      }
    >
      <RichText
        text={texts.follow(email)}
        slots={{ email: <EmailAddress className="inline-block max-w-full font-semibold text-ink" /> }}
      />{' '}
      <button
        type="button"
        className="rounded-small font-medium text-brand underline underline-offset-3"
        onClick={onOtherAddress}
      >
        {texts.otherAddress}
      </button>
    </EntryNews>
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
