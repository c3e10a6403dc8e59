import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { verify } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useViewer } from '#web/api/session.ts'
import { keepAddress } from '#web/features/sign-in/known-address.ts'
import { loginPath, nextIn, signupPath, START_PATH } from '#web/features/sign-in/own-path.ts'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { signIn } from '#web/features/sign-in/sign-in.ts'
import { useLocation } from '#web/routing/location.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Redirect } from '#web/routing/redirect.tsx'
import { Button } from '#web/ui/button.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { activateAccountTexts as texts } from './messages.ts'

/**
 * Behind the link in the activation mail. A repeated call within ten minutes gets the same answer, so a query may make
 * it. In the browser that signed up, the answer logs in as well.
 */
export function ActivateAccountScreen() {
  const { token = '' } = useParams()
  const next = nextIn(useLocation().search)
  const isSignedIn = useViewer() === 'member'
  const [cameSignedIn] = useState(isSignedIn)
  const answer = useQuery(verify, { token }, { isEnabled: !isSignedIn })
  const half = answer.data?.token

  useEffect(() => {
    if (half !== undefined) signIn(half)
  }, [half])
  useEffect(() => {
    if (answer.data) keepAddress(answer.data.email)
  }, [answer.data])

  if (cameSignedIn) return <Redirect to={next ?? START_PATH} />
  // Once activated it stays activated, whatever a later check of the used link answers.
  if (answer.data)
    return (
      <EntryNews
        icon={<CircleCheck />}
        title={accountMessages.activated}
        action={
          <div className="flex flex-wrap gap-3">
            {isSignedIn && (
              <Button variant="primary" size="large" to={next ?? START_PATH}>
                {texts.goOn}
              </Button>
            )}
            <Button variant={isSignedIn ? 'secondary' : 'primary'} size="large" to={loginPath(next)}>
              {texts.goToLogin}
            </Button>
          </div>
        }
      >
        {isSignedIn ? texts.confirmed.loggedIn : next ? texts.confirmed.toGoOn : texts.confirmed.toBegin}
      </EntryNews>
    )

  if (answer.isError) {
    const isLinkBad = answer.error.status >= 400 && answer.error.status < 500
    return (
      <EntryNews
        icon={<CircleX />}
        tone="bad"
        title={accountMessages.activationFailed}
        action={
          <div className="flex flex-wrap gap-3">
            {!isLinkBad && (
              <Button variant="primary" isLoading={answer.isFetching} onClick={() => void answer.refetch()}>
                {texts.tryAgain}
              </Button>
            )}
            <Button to={signupPath(next)}>{texts.signUp}</Button>
            {/* A new link can be requested when logging in. */}
            <Button to={loginPath(next)} variant="quiet">
              {texts.logInForNewLink}
            </Button>
          </div>
        }
      >
        {answer.error.message}
      </EntryNews>
    )
  }

  return <FullPageSpinner label={accountMessages.activating} />
}
