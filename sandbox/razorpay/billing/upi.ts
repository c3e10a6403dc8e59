import type { PaymentError } from '../core/entities.ts'

/* UPI Autopay: a mandate on a UPI address, rupees only, approved once in the customer's own app. */

/** The most that may be debited without another approval, in paise: the Reserve Bank's limit for recurring payments. */
export const UPI_LIMIT_PAISE = 1_500_000

/** The customer is notified at least this long before a debit. */
export const UPI_NOTICE_HOURS = 24

interface TestVpa {
  vpa: string
  label: string
  /** The bank's answer to the first payment once it is approved; null = paid. */
  firstError: PaymentError | null
  /** Its answer to renewals. */
  renewalError: PaymentError | null
}

function upiError(description: string, reason: string): PaymentError {
  return { code: 'BAD_REQUEST_ERROR', description, source: 'customer', step: 'payment_authorization', reason }
}

export const UPI_DECLINED = upiError('The payment was declined in the UPI app.', 'payment_declined')
const UPI_FAILED = upiError("Your payment didn't go through at the bank. Try again.", 'payment_failed')
const UPI_SHORT = upiError(
  "Your payment didn't go through due to insufficient account balance.",
  'insufficient_funds',
)
const UPI_ABOVE_LIMIT = upiError(
  'The amount is above what the mandate allows without another approval.',
  'mandate_limit_exceeded',
)

/** The first two are Razorpay's published test addresses. */
export const TEST_VPAS: readonly TestVpa[] = [
  { vpa: 'success@razorpay', label: 'Succeeds', firstError: null, renewalError: null },
  {
    vpa: 'failure@razorpay',
    label: 'Fails at the bank',
    firstError: UPI_FAILED,
    renewalError: UPI_FAILED,
  },
  {
    vpa: 'renewal.fails@razorpay',
    label: 'Succeeds now, fails at renewal',
    firstError: null,
    renewalError: UPI_SHORT,
  },
]

/** Whether it looks like a UPI address: a name, an at sign, a provider without dots. */
export function isVpa(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/i.test(text)
}

export function findVpa(vpa: string): TestVpa | null {
  return TEST_VPAS.find((known) => known.vpa === vpa.toLowerCase()) ?? null
}

/** The result of a debit of this amount; null = paid. */
export function upiRenewalError(vpa: string, amount: number): PaymentError | null {
  return amount > UPI_LIMIT_PAISE ? UPI_ABOVE_LIMIT : (findVpa(vpa)?.renewalError ?? null)
}
