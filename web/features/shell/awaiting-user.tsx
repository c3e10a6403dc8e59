import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { awaitingTexts as texts } from './awaiting-messages.ts'

/** In place of a screen that depends on who is logged in, until that is known; with a way on where it can't be asked. */
export function AwaitingUser() {
  const { error, refetch, isFetching } = useQuery(getLoggedInUser, {})
  if (!error) return <FullPageSpinner />
  return (
    <div className="mx-auto w-full max-w-app px-4 py-16 sm:px-6">
      <ErrorState title={texts.failed} onRetry={() => void refetch()} isRetrying={isFetching}>
        {error.message}
      </ErrorState>
    </div>
  )
}
