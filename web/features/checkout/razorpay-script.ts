/** The checkout's result after a successful payment; all three are needed to verify it. */
export interface RazorpaySuccess {
  razorpay_payment_id: string
  razorpay_subscription_id: string
  razorpay_signature: string
}

/** https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/ */
interface RazorpayOptions {
  key: string
  subscription_id: string
  /** Registers another card on a running subscription. */
  subscription_card_change?: boolean
  name: string
  description: string
  prefill: { name?: string; email?: string }
  theme: { color: string }
  modal: { ondismiss: () => void }
  handler: (success: RazorpaySuccess) => void
}

interface RazorpayCheckout {
  open: () => void
  on: (event: 'payment.failed', listener: (failure: { error?: { description?: string } }) => void) => void
}

export type RazorpayConstructor = new (options: RazorpayOptions) => RazorpayCheckout

declare global {
  interface Window {
    Razorpay?: RazorpayConstructor
  }
}

let loading: Promise<RazorpayConstructor> | null = null

/** Loads the payment provider's checkout once per page; a failed attempt can be repeated. */
export function loadRazorpay(scriptUrl: string): Promise<RazorpayConstructor> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay)
  loading ??= addScript(scriptUrl).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function addScript(scriptUrl: string): Promise<RazorpayConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    const fail = () => {
      script.remove()
      reject(new Error('The checkout script did not load.'))
    }
    script.addEventListener('error', fail)
    script.addEventListener('load', () => (window.Razorpay ? resolve(window.Razorpay) : fail()))
    document.head.append(script)
  })
}
