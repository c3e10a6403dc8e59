import { newId } from '../core/ids.ts'
import type { Card, PaymentError } from '../core/entities.ts'

export interface TestCard {
  key: string
  number: string
  label: string
  network: 'Visa' | 'MasterCard'
  type: 'credit' | 'debit'
  isInternational: boolean
  asksForOtp: boolean
  /** The bank's answer to the first payment; null = approved. */
  firstError: PaymentError | null
  /** The bank's answer to renewals; null = approved. */
  renewalError: PaymentError | null
  /** How long before a charge is due the bank starts to debit the card. */
  debitAheadHours?: number
}

function bankError(description: string, reason: string): PaymentError {
  return { code: 'BAD_REQUEST_ERROR', description, source: 'customer', step: 'payment_authorization', reason }
}

export const INSUFFICIENT_FUNDS = bankError(
  "Your payment didn't go through due to insufficient account balance. Try again with another card.",
  'insufficient_funds',
)
const CARD_EXPIRED = bankError('Your card has expired. Use another card.', 'card_expired')
const TIMED_OUT: PaymentError = {
  code: 'GATEWAY_ERROR',
  description: 'Payment was not completed on time.',
  source: 'gateway',
  step: 'payment_authentication',
  reason: 'payment_timed_out',
}
export const INCORRECT_OTP: PaymentError = {
  ...bankError("Your payment didn't go through: the code was not correct. Try again.", 'incorrect_otp'),
  step: 'payment_authentication',
}
export const UNKNOWN_CARD = bankError(
  'Only the listed test cards work here. Never enter a real card on this page.',
  'card_declined',
)

const visaCredit = { network: 'Visa', type: 'credit', isInternational: true, asksForOtp: false } as const
const approved = { firstError: null, renewalError: null } as const

/** All are Luhn-valid; the first two and the foreign one are Razorpay's published cards for subscriptions. */
export const TEST_CARDS: readonly TestCard[] = [
  {
    ...visaCredit,
    ...approved,
    key: 'success',
    number: '4718609108204366',
    label: 'Succeeds (Visa, India)',
    isInternational: false,
  },
  {
    ...visaCredit,
    ...approved,
    key: 'debit',
    number: '5104060000000008',
    label: 'Succeeds (debit card, India)',
    network: 'MasterCard',
    type: 'debit',
    isInternational: false,
  },
  {
    ...visaCredit,
    ...approved,
    key: 'ahead',
    number: '4012001037141112',
    label: 'Succeeds, debited 36 hours ahead (Visa, India)',
    isInternational: false,
    debitAheadHours: 36,
  },
  {
    ...visaCredit,
    ...approved,
    key: 'international',
    number: '5104015555555558',
    label: 'Succeeds (from abroad)',
    network: 'MasterCard',
  },
  {
    ...visaCredit,
    ...approved,
    key: 'otp',
    number: '4000002760003184',
    label: 'Asks for a code',
    asksForOtp: true,
  },
  {
    ...visaCredit,
    key: 'renewal_fails',
    number: '4000000000000341',
    label: 'Succeeds now, fails at renewal',
    firstError: null,
    renewalError: INSUFFICIENT_FUNDS,
  },
  {
    ...visaCredit,
    key: 'declined',
    number: '4000000000009995',
    label: 'Declined: insufficient funds',
    firstError: INSUFFICIENT_FUNDS,
    renewalError: INSUFFICIENT_FUNDS,
  },
  {
    ...visaCredit,
    key: 'expired',
    number: '4000000000000069',
    label: 'Declined: card expired',
    firstError: CARD_EXPIRED,
    renewalError: CARD_EXPIRED,
  },
  {
    ...visaCredit,
    key: 'timeout',
    number: '4000000000000119',
    label: 'Times out at the bank',
    firstError: TIMED_OUT,
    renewalError: TIMED_OUT,
  },
]

/** The test card with this number (spaces ignored), or null for any other card. */
export function findCardByNumber(number: string): TestCard | null {
  const digits = number.replaceAll(/\s/g, '')
  return TEST_CARDS.find((card) => card.number === digits) ?? null
}

/** The test card with this key, or null. */
export function findCardByKey(key: string): TestCard | null {
  return TEST_CARDS.find((card) => card.key === key) ?? null
}

/** Whether the digits carry a valid Luhn check digit. */
export function isLuhnValid(number: string): boolean {
  const digits = number.replaceAll(/\s/g, '')
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index))
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The card entity of a payment; keeps the last four digits only. */
export function cardEntity(
  card: TestCard | null,
  number: string,
  holder: string,
  expiry: string | null = null,
): Card {
  const digits = number.replaceAll(/\s/g, '')
  return {
    id: newId('card'),
    name: holder,
    last4: digits.slice(-4),
    network: card?.network ?? 'Unknown',
    type: card?.type ?? 'credit',
    isInternational: card?.isInternational ?? false,
    iin: '999999',
    ...(expiry !== null && { expiry }),
  }
}
