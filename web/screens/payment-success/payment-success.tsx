import { getSubscription } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { NotFound } from '#web/features/not-found/not-found.tsx'
import { nextIn } from '#web/features/sign-in/own-path.ts'
import { useLocation } from '#web/routing/location.ts'
import { useParams } from '#web/routing/match-path.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { paymentSuccessTexts as texts } from './messages.ts'
import { Unfinished } from './unfinished.tsx'
import { Waiting } from './waiting.tsx'
import { Welcome } from './welcome.tsx'

/** After the checkout: waits until the payment is confirmed, then celebrates. */
export function PaymentSuccessScreen() {
  const { m2cSubscriptionId = '' } = useParams()
  /** The post that joining began at. */
  const backTo = nextIn(useLocation().search)
  const { data, error, isFetching, refetch } = useQuery(getSubscription, { m2cSubscriptionId })

  if (!data) {
    // A malformed id is no subscription either.
    if (error?.status === 404 || error?.status === 422) return <NotFound />
    if (!error) return <FullPageSpinner label={texts.loading} />
    return (
      <div className="mx-auto max-w-form px-4 py-16">
        <ErrorState title={texts.notLoaded} onRetry={() => void refetch()} isRetrying={isFetching}>
          <p>{error.message}</p>
          <p>{texts.paymentIsSafe}</p>
        </ErrorState>
      </div>
    )
  }

  return (
    <div className="isolate mx-auto max-w-form px-4 pt-10 pb-20 lg:pt-20">
      {data.status === 'pending' ? (
        <Waiting m2cSubscriptionId={m2cSubscriptionId} pageName={data.creator.pageName} />
      ) : data.status === 'failed' || data.status === 'expired' ? (
        <Unfinished creator={data.creator} backTo={backTo} />
      ) : (
        <Welcome subscription={data} backTo={backTo} />
      )}
    </div>
  )
}
