import { useEffect, useRef, useState } from 'react'

import { leadingTo } from '#contract/accounts/return-path.ts'
import { creatorDetails } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { getPosts, getPostsByPageHandle } from '#contract/posts/calls.ts'
import { subscriptionFailures } from '#contract/subscriptions/failures.ts'
import { subscriptionMessages as messages } from '#contract/subscriptions/messages.ts'
import {
  confirmPayment,
  createCheckoutSession,
  createRazorpaySubscription,
  createSubscription,
  getUserSubscriptions,
} from '#contract/subscriptions/calls.ts'
import { call, CallError } from '#web/api/call.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

import { checkoutTexts } from './messages.ts'
import type { RazorpaySuccess } from './razorpay-script.ts'
import { useRazorpay } from './use-razorpay.ts'

/** The spec's pause between "Payment successful" and the next page. */
const AFTER_PAYMENT_MS = 1500

/** How long the reason for a failure stays on screen. */
const FAILURE_MS = 10_000

/** How often to check whether a payment made in another tab has arrived. */
const PAYMENT_PAGE_POLL_MS = 4000

export type CheckoutPhase =
  | { name: 'idle' }
  | { name: 'starting' }
  /** The provider's window covers the page, which must not have its own modal dialog open then. */
  | { name: 'paying' }
  | { name: 'confirming' }
  /** The payment page is open in another tab, or waits for a press because the browser blocked it. */
  | { name: 'elsewhere'; approvalUrl: string; hasOpened: boolean }

const IDLE: CheckoutPhase = { name: 'idle' }

/** The plan being bought. */
export interface Purchase {
  planId: string
  planName: string
  interval: BillingInterval
}

export interface CheckoutOptions {
  /** As in the page's own query. */
  pageHandle: string
  pageName: string
  /** Where it began, if the page after the payment should lead back there. */
  backTo?: string | undefined
  /** null while nothing is chosen. */
  purchase: Purchase | null
  /** The user closed the provider's window without a payment that we know of. */
  onDismissed: () => void
}

/** Why another window may be ahead of this one. */
const ELSEWHERE = new Set<string>([
  subscriptionFailures.already_subscribed.code,
  subscriptionFailures.wish_replaced.code,
])

/**
 * Takes a member through paying for a plan. Nothing counts as paid before the server says so; every start is idempotent
 * there, and a second press during a payment does nothing here.
 */
export function useCheckout({ pageHandle, pageName, backTo, purchase, onDismissed }: CheckoutOptions) {
  const razorpay = useRazorpay({ isEnabled: purchase !== null })
  const [phase, setPhase] = useState<CheckoutPhase>(IDLE)
  const isRunning = useRef(false)
  const confirm = useMutation(confirmPayment, {
    refreshes: [creatorDetails, getCreatorPlans, getPostsByPageHandle, getPosts, getUserSubscriptions],
  })
  const arrival = usePaymentArrival(pageHandle, {
    isWatching: purchase !== null,
    isWaiting: phase.name === 'elsewhere',
  })

  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  function stop() {
    isRunning.current = false
    setPhase(IDLE)
  }

  function fail(error: unknown) {
    toast.error(messages.checkoutFailed, {
      description: error instanceof CallError ? error.message : checkoutTexts.nothingCharged,
      durationMs: FAILURE_MS,
    })
    stop()
    // Another tab may have paid in the meantime; the page then shows that.
    if (error instanceof CallError && ELSEWHERE.has(error.code)) arrival.check()
  }

  async function pay() {
    if (!purchase || isRunning.current) return
    isRunning.current = true
    setPhase({ name: 'starting' })
    try {
      const input = { planId: purchase.planId, interval: purchase.interval }
      const opener = razorpay.load()
      await call(createSubscription, input)
      const order = await call(createRazorpaySubscription, input)
      const open = await opener
      setPhase({ name: 'paying' })
      open(
        { ...order, pageName, description: purchase.planName },
        {
          onPaid: (success) => void finish(order, success),
          onDismissed() {
            stop()
            onDismissed()
            // Closing is not the same as not paying: the payment may already be on its way.
            arrival.check()
          },
        },
      )
    } catch (error) {
      fail(error)
    }
  }

  async function finish(order: OutputOf<typeof createRazorpaySubscription>, success: RazorpaySuccess) {
    setPhase({ name: 'confirming' })
    try {
      const { status } = await confirm.mutateAsync({
        input: {
          subscriptionId: order.subscriptionId,
          razorpay_payment_id: success.razorpay_payment_id,
          razorpay_subscription_id: success.razorpay_subscription_id,
          razorpay_signature: success.razorpay_signature,
        },
      })
      if (status === 'active') toast.success(messages.paymentSuccessful)
      else toast.info(messages.paymentPending)
    } catch {
      // The money may well have moved: the provider notifies the server, and the next page waits for that.
      toast.info(messages.paymentPending)
    }
    // Reloaded, as the spec says: everything read before the payment is outdated.
    leaving.current = setTimeout(
      () => location.assign(leadingTo(`/payment-success/${order.m2cSubscriptionId}`, backTo)),
      AFTER_PAYMENT_MS,
    )
  }

  async function payOnPaymentPage() {
    if (!purchase || isRunning.current) return
    isRunning.current = true
    // Opened directly by the press: after an await, browsers treat it as an unwanted popup.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    setPhase({ name: 'starting' })
    try {
      const { planId, interval } = purchase
      const { approvalUrl } = await call(createCheckoutSession, { planId, interval })
      if (tab) tab.location.href = approvalUrl
      isRunning.current = false
      setPhase({ name: 'elsewhere', approvalUrl, hasOpened: tab !== null })
    } catch (error) {
      tab?.close()
      fail(error)
    }
  }

  return {
    phase,
    pay: () => void pay(),
    payOnPaymentPage: () => void payOnPaymentPage(),
    /** Back to the beginning, when the user leaves or looks at another plan. */
    reset: stop,
    /** True once the server says that the viewer is a member. */
    hasArrived: arrival.hasArrived,
  }
}

/** While a payment is made out of our sight, checks whether the viewer has become a member of the page. */
function usePaymentArrival(pageHandle: string, options: { isWatching: boolean; isWaiting: boolean }) {
  const details = useQuery(
    creatorDetails,
    { pageHandle },
    { isEnabled: options.isWatching, refetchEveryMs: options.isWaiting ? PAYMENT_PAGE_POLL_MS : false },
  )
  return {
    hasArrived: options.isWaiting && details.data?.isSubscribed === true,
    check: () => void details.refetch(),
  }
}
