import { subscriptionMessages } from '#contract/subscriptions/messages.ts'
import { SpinnerRing } from '#web/ui/spinner.tsx'

/** Calm while the bank thinks. */
export function Waiting({ pageName }: { pageName: string }) {
  return (
    <div role="status" className="flex min-h-[50dvh] flex-col items-center justify-center text-center">
      <span className="text-brand">
        <SpinnerRing size={32} />
      </span>
      <h1 className="mt-6 font-display text-2xl">Almost there</h1>
      <p className="mt-3 text-lg text-ink-soft">{subscriptionMessages.paymentPending}</p>
      <p className="mt-2 text-ink-faint">
        This takes a few seconds as a rule. You can leave this page: your membership of {pageName} starts by
        itself.
      </p>
    </div>
  )
}
