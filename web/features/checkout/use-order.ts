import { useEffect, useRef, useState } from 'react'

import type { CallOf, OutputOf } from '#contract/http/route.ts'
import {
  type changePlan,
  confirmPayment,
  getBillingOverview,
  getPausedSubscriptions,
  getSubscription,
  getUserSubscriptions,
} from '#contract/subscriptions/calls.ts'
import { subscriptionMessages as messages } from '#contract/subscriptions/messages.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

import { useRazorpay } from './use-razorpay.ts'

/** The server's order at the provider for an existing membership. */
export type Order = OutputOf<typeof changePlan>

export interface OrderTexts {
  /** The name shown above the provider's window. */
  pageName: string
  description: string
  /** Shown once the server has confirmed it. */
  done: string
}

/** Every route that shows a membership. */
const REFRESHED: readonly CallOf[] = [
  getUserSubscriptions,
  getPausedSubscriptions,
  getSubscription,
  getBillingOverview,
]

/**
 * Takes a member through the provider's window for something other than joining: a change of plan, coming back,
 * another card. Closing it changes nothing. A modal dialog of ours must be closed before it opens.
 */
export function useOrder() {
  const razorpay = useRazorpay()
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  const isGone = useRef(false)
  const confirm = useMutation(confirmPayment, { refreshes: REFRESHED })

  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  function stop() {
    isRunning.current = false
    if (!isGone.current) setIsBusy(false)
  }

  async function run(start: () => Promise<Order>, texts: OrderTexts) {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      const opener = razorpay.load()
      const order = await start()
      if (order.mode === 'none') {
        await finish(order, {}, texts)
        return
      }
      const open = await opener
      open(
        { ...order, ...texts, isCardChange: order.mode === 'card_change' },
        { onPaid: (success) => void finish(order, success, texts), onDismissed: stop },
      )
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : messages.checkoutFailed)
      stop()
    }
  }

  async function finish(
    order: Order,
    success: { razorpay_payment_id?: string; razorpay_signature?: string },
    texts: OrderTexts,
  ) {
    try {
      const { isPaid } = await confirm.mutateAsync({
        input: {
          subscriptionId: order.subscriptionId === '' ? order.m2cSubscriptionId : order.subscriptionId,
          ...success,
        },
      })
      if (isPaid) toast.success(texts.done)
      else toast.info(messages.paymentPending)
    } catch {
      // The provider notifies the server as well; the page refetches its data then.
      toast.info(messages.paymentPending)
    }
    stop()
  }

  return { isBusy, run: (start: () => Promise<Order>, texts: OrderTexts) => void run(start, texts) }
}
