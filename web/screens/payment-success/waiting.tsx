import { ACCESS } from '#contract/realtime.ts'
import { subscriptionMessages } from '#contract/subscriptions/messages.ts'
import { getSubscription } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { SpinnerRing } from '#web/ui/spinner.tsx'

import { paymentSuccessTexts } from './messages.ts'

const texts = paymentSuccessTexts.waiting

const ASK_EVERY_MS = 1500

const SHOWN = [getSubscription]

/** A calm screen while the bank decides, until the answer replaces it. Polls in addition to being told. */
export function Waiting({ m2cSubscriptionId, pageName }: { m2cSubscriptionId: string; pageName: string }) {
  useQuery(getSubscription, { m2cSubscriptionId }, { refetchEveryMs: ASK_EVERY_MS })
  useRefreshOn(ACCESS, SHOWN)
  return (
    <div className="flex min-h-[50dvh] flex-col items-center justify-center text-center">
      <span className="text-brand">
        <SpinnerRing size={32} />
      </span>
      <h1 className="mt-6 font-display text-2xl">{texts.title}</h1>
      <output className="mt-3 text-lg text-ink-soft">{subscriptionMessages.paymentPending}</output>
      <p className="mt-2 text-ink-faint">{texts.startsByItself(pageName)}</p>
    </div>
  )
}
