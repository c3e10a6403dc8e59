import { RazorpayError } from './client.ts'

/** Why the provider said no. Each reason calls for a different reaction. */
export type Refusal =
  /** The refund exceeds the account's present balance: new payments or funds make it possible. */
  | 'not_enough_balance'
  /** Nothing is left of the payment, or less than the refund: someone else gave it back. */
  | 'already_refunded'
  | 'too_much'
  /** Banks take no normal refund of a payment older than six months. */
  | 'too_old'
  | 'not_captured'
  /** Less than a rupee. */
  | 'too_small'
  /** The same call, by its key, is being worked on; or its key was used for another one. */
  | 'same_key_in_progress'
  | 'key_reused'
  /** A subscription that has ended, that waits to be paid, or that can't be paused in its present state. */
  | 'has_ended'
  | 'no_period_yet'
  | 'not_pausable'
  /** Its plan and length can't be changed: it is paid by UPI or an Indian card, or is in another state by now. */
  | 'not_updatable'
  | 'unknown_id'
  | 'rate_limited'
  /** Anything else. The caller tries again later and notifies the operator. */
  | 'unknown'

/**
 * The provider gives one code (BAD_REQUEST_ERROR) for nearly all of it, so the description has to tell. The texts come
 * from its documentation (razorpay.com/docs/payments/refunds/errors, razorpay.com/docs/errors) and from reports about
 * its SDK; they may gain words, so only the part that carries the meaning is compared.
 */
const TEXTS: readonly (readonly [string, Refusal])[] = [
  ['not have enough balance', 'not_enough_balance'],
  ['fully refunded already', 'already_refunded'],
  ['refund amount provided is greater than', 'too_much'],
  ['more than 6 months old', 'too_old'],
  ['status should be captured', 'not_captured'],
  ['amount must be atleast', 'too_small'],
  ['idempotency key is still in progress', 'same_key_in_progress'],
  ['idempotency key has already been processed', 'key_reused'],
  ['not cancellable in cancelled status', 'has_ended'],
  ['not cancellable in completed status', 'has_ended'],
  ['not cancellable in expired status', 'has_ended'],
  ['no billing cycle is going on', 'no_period_yet'],
  ['cannot be paused in', 'not_pausable'],
  ['only offers can be updated', 'not_updatable'],
  ['cannot be updated when payment mode is', 'not_updatable'],
  ["can't update subscription when", 'not_updatable'],
  ['id provided does not exist', 'unknown_id'],
  ['is not a valid id', 'unknown_id'],
]

const TOO_MANY_REQUESTS = 429

/** Why the provider said no; null: it didn't say, so nobody knows whether it was done. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof RazorpayError) || !error.isCertain) return null
  if (error.status === TOO_MANY_REQUESTS) return 'rate_limited'
  const description = error.description.toLowerCase()
  return TEXTS.find(([text]) => description.includes(text))?.[1] ?? 'unknown'
}
