import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { subscriptionMessages as messages } from '#contract/subscriptions/messages.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { toast } from '#web/ui/toast.tsx'

import { checkoutTexts } from './messages.ts'
import { loadRazorpay, type RazorpayConstructor, type RazorpaySuccess } from './razorpay-script.ts'

/** The colour of the provider's window; the light theme's brand token, because it only takes sRGB. */
const BRAND_COLOR = '#175439'

/** What is paid for, as the provider's window needs it. */
export interface WindowOrder {
  razorpayKey: string
  subscriptionId: string
  /** Another card for a running subscription. */
  isCardChange?: boolean
  /** The name shown above the window. */
  pageName: string
  description: string
}

export interface WindowOutcome {
  onPaid: (success: RazorpaySuccess) => void
  /** Closed without a payment that we know of; the user has been told. */
  onDismissed: () => void
}

/**
 * The provider's window, the one place that opens it. `load` fetches its script while our server is still being asked,
 * and answers with the function that opens it.
 */
export function useRazorpay(options: { isEnabled?: boolean } = {}) {
  const { checkoutUrl } = usePageConfig()
  const { data: me } = useQuery(getLoggedInUser, {}, options)

  function open(Razorpay: RazorpayConstructor, order: WindowOrder, { onPaid, onDismissed }: WindowOutcome) {
    let isPaid = false
    const checkout = new Razorpay({
      key: order.razorpayKey,
      subscription_id: order.subscriptionId,
      ...(order.isCardChange && { subscription_card_change: true }),
      name: order.pageName,
      description: order.description,
      prefill: me ? { name: me.user.name, email: me.user.email } : {},
      theme: { color: BRAND_COLOR },
      modal: {
        ondismiss() {
          if (isPaid) return
          toast.info(messages.popupClosed)
          onDismissed()
        },
      },
      handler(success) {
        isPaid = true
        onPaid(success)
      },
    })
    // The window stays open for another try, or the user dismisses it.
    checkout.on('payment.failed', ({ error }) =>
      toast.error(`${messages.paymentFailedPrefix}${error?.description ?? checkoutTexts.noReasonGiven}`),
    )
    checkout.open()
  }

  async function load() {
    const Razorpay = await loadRazorpay(checkoutUrl)
    return (order: WindowOrder, outcome: WindowOutcome) => open(Razorpay, order, outcome)
  }

  return {
    load() {
      const opener = load()
      // Awaited after the calls; until then a failed load must not count as unhandled.
      opener.catch(() => undefined)
      return opener
    },
  }
}
