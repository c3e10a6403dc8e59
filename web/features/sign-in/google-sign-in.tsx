import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { accountFailures } from '#contract/accounts/failures.ts'
import { useIsHydrated } from '#web/features/form/use-is-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { GoogleMark } from './google-mark.tsx'
import { signInTexts as texts } from './messages.ts'
import { type BegunSignIn, type Google, useGoogle } from './use-google.ts'

/** The Google button of the login and sign-up pages, and the password it may ask for once. */
export function GoogleSignIn({
  label,
  onSecondStep,
}: {
  label: string
  onSecondStep: (begun: BegunSignIn) => void
}) {
  const google = useGoogle(onSecondStep)
  const isHydrated = useIsHydrated()
  if (google.asksPassword) return <LinkForm google={google} />
  return (
    <div>
      <Button
        size="large"
        isFullWidth
        icon={<GoogleMark />}
        // Enabled only once the page's script runs, so no press is lost; it looks the same for that moment.
        disabled={!isHydrated}
        className="disabled:border-line-strong/55! disabled:bg-paper-raised! disabled:text-ink!"
        onClick={() => void google.start()}
      >
        {label}
      </Button>
      {/* Not a loading button: users who closed the window by mistake press again. */}
      {google.isWaiting && (
        <p className="mt-3 flex justify-center">
          <Spinner label={texts.waitingForGoogle} isLabelVisible size={16} />
        </p>
      )}
    </div>
  )
}

function LinkForm({ google }: { google: Google }) {
  const fieldRef = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')

  const { passwordError } = google

  useEffect(() => fieldRef.current?.focus(), [])
  useEffect(() => {
    if (passwordError !== null) fieldRef.current?.focus()
  }, [passwordError])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void google.link(password)
  }

  return (
    <form noValidate onSubmit={submit} className="rounded-card border border-line bg-paper-raised p-5">
      <p>{accountFailures.link_password_required.message}</p>
      <PasswordField
        ref={fieldRef}
        name="password"
        label={texts.password}
        autoComplete="current-password"
        value={password}
        error={passwordError}
        onChange={({ target }) => setPassword(target.value)}
        className="mt-4"
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isLoading={google.isWaiting}>
          {texts.connectGoogle}
        </Button>
        <Button variant="quiet" onClick={google.giveUp}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
