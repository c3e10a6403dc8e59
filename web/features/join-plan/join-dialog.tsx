import { ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import { formatCents } from '#contract/money.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { mayNeedApproval } from '#contract/subscriptions/bank-approval.ts'
import { firstRenewal } from '#contract/subscriptions/engine/renewal.ts'
import { subscriptionMessages as messages } from '#contract/subscriptions/messages.ts'
import { type CheckoutPhase, useCheckout } from '#web/features/checkout/use-checkout.ts'
import { type Plan, planPriceCents } from '#web/features/plan-cards/plan-price.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { joinPlanTexts as texts } from './messages.ts'

export type JoinChoice = { plan: Plan; interval: BillingInterval }

export type JoinDialogProps = {
  /** null: closed. */
  choice: JoinChoice | null
  pageHandle: string
  pageName: string
  /** A post that joining began at: the page after the payment leads back there. */
  backTo?: string
  onClose: () => void
  /** The payment made in another tab has arrived; the page should refetch. */
  onJoined: () => void
}

/** The payment dialog: what it costs, what happens next, and the way to pay. */
export function JoinDialog({ choice, pageHandle, pageName, backTo, onClose, onJoined }: JoinDialogProps) {
  const { phase, pay, payOnPaymentPage, reset, hasArrived } = useCheckout({
    pageHandle,
    pageName,
    backTo,
    purchase: choice && {
      planId: choice.plan._id,
      planName: choice.plan.name,
      interval: choice.interval,
    },
    onDismissed: onClose,
  })

  useEffect(() => {
    if (!hasArrived) return
    toast.success(messages.paymentSuccessful)
    reset()
    onJoined()
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- told once, when it arrives
  }, [hasArrived])

  function close() {
    reset()
    onClose()
  }

  // The provider's window is an ordinary element of the page: an open modal dialog would cover and block it.
  const isOurs = phase.name !== 'paying'
  return (
    <Dialog
      isOpen={choice !== null && isOurs}
      onClose={close}
      canDismiss={phase.name !== 'starting' && phase.name !== 'confirming'}
      size="narrow"
      title={choice ? texts.title(choice.plan.name) : ''}
      description={texts.membershipOf(pageName)}
      footer={
        choice && (
          <div className="w-full">
            <ToPayNow>
              {formatCents(planPriceCents(choice.plan, choice.interval), choice.plan.currency)}
            </ToPayNow>
            {phase.name === 'elsewhere' ? (
              <PaymentElsewhere phase={phase} />
            ) : phase.name === 'confirming' ? (
              <Confirming />
            ) : (
              <PayButtons isStarting={phase.name === 'starting'} {...{ pay, payOnPaymentPage }} />
            )}
          </div>
        )
      }
    >
      {choice && <Summary {...choice} />}
    </Dialog>
  )
}

function Summary({ plan, interval }: JoinChoice) {
  const amount = formatCents(planPriceCents(plan, interval), plan.currency)
  const needsApproval = mayNeedApproval(planPriceCents(plan, interval), plan.currency)
  // A mandate works only in rupees, up to the amount that needs no further approval.
  const canPayByUpi = plan.currency === 'INR' && !needsApproval
  const [today] = useState(() => new Date())
  // Only rendered in the browser: dialogs are closed on the server.
  const nextCharge = dayText(firstRenewal(today, interval))
  return (
    <>
      <dl className="divide-y divide-line border-y border-line text-base">
        <Fact name={texts.plan}>{plan.name}</Fact>
        <Fact name={texts.billed}>{texts.billedEvery[interval]}</Fact>
      </dl>
      <p className="mt-5 text-sm font-semibold">{texts.whatHappensNext}</p>
      <ul className="mt-2 list-disc space-y-1.5 ps-5 text-sm text-ink-soft marker:text-ink-faint">
        <li>{canPayByUpi ? texts.cardOrUpiIsAsked(amount) : texts.cardIsAsked(amount)}</li>
        <li>{texts.startsOncePaid}</li>
        <li>{texts.renews[interval](amount, nextCharge)}</li>
        {needsApproval && <li>{texts.bankApproves}</li>}
      </ul>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-end wrap-break-word">{children}</dd>
    </div>
  )
}

/** Beside the button and never scrolled away from it: nobody should pay an amount they can't see. */
function ToPayNow({ children }: { children: string }) {
  return (
    <p className="mb-3 flex items-baseline justify-between gap-4 short:mb-1">
      <span className="text-ink-soft">{texts.toPayNow}</span>
      <strong className="text-lg font-semibold tabular-nums">{children}</strong>
    </p>
  )
}

function PayButtons({
  isStarting,
  pay,
  payOnPaymentPage,
}: {
  isStarting: boolean
  pay: () => void
  payOnPaymentPage: () => void
}) {
  return (
    <div className="flex flex-col gap-2 short:flex-row short:items-center">
      <Button
        variant="primary"
        size="large"
        isFullWidth
        className="min-w-0"
        data-autofocus
        aria-busy={isStarting}
        icon={isStarting ? <SpinnerRing size={18} /> : undefined}
        onClick={pay}
      >
        {isStarting ? texts.starting : texts.pay}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="self-center underline decoration-1 underline-offset-3 short:px-1 short:leading-tight sm:shrink-0"
        onClick={payOnPaymentPage}
      >
        {texts.payOnPage}
      </Button>
    </div>
  )
}

/** From the provider's answer to the page after it: the page below isn't to flash in between. */
function Confirming() {
  return (
    <output className="flex min-h-13 items-center justify-center gap-3 text-ink-soft">
      <SpinnerRing size={18} />
      {texts.confirming}
    </output>
  )
}

function PaymentElsewhere({ phase }: { phase: Extract<CheckoutPhase, { name: 'elsewhere' }> }) {
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="info" title={phase.hasOpened ? texts.elsewhere.opened : texts.elsewhere.blocked}>
        {phase.hasOpened ? texts.elsewhere.payThere : texts.elsewhere.openHere}
      </Banner>
      <Button
        href={phase.approvalUrl}
        target="_blank"
        rel="noopener noreferrer"
        variant={phase.hasOpened ? 'secondary' : 'primary'}
        isFullWidth
        icon={<ExternalLink />}
      >
        {texts.elsewhere.open}
      </Button>
    </div>
  )
}
