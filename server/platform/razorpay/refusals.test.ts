import { expect, test } from 'vitest'

import { RazorpayError } from './client.ts'
import { refusalOf } from './refusals.ts'

/** Word for word from the provider's documentation and reports about its SDK. */
test.each([
  [
    400,
    'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.',
    'not_enough_balance',
  ],
  [400, 'The payment has been fully refunded already.', 'already_refunded'],
  [400, 'The refund amount provided is greater than amount captured.', 'too_much'],
  [400, 'Payment is more than 6 months old, only instant refund is supported', 'too_old'],
  [400, 'Refund is not supported by the bank because the payment is more than 6 months old', 'too_old'],
  [400, 'The payment status should be captured for action to be taken', 'not_captured'],
  [400, 'The amount must be atleast INR 1.00', 'too_small'],
  [409, 'Another request with the same idempotency key is still in progress.', 'same_key_in_progress'],
  [409, 'Different request with the same idempotency key has already been processed.', 'key_reused'],
  [400, 'Subscription is not cancellable in expired status.', 'has_ended'],
  [400, 'Subscription cannot be cancelled since no billing cycle is going on', 'no_period_yet'],
  [400, 'Subscription cannot be paused in halted status.', 'not_pausable'],
  [400, 'Only offers can be updated for subscriptions when payment mode is domestic card', 'not_updatable'],
  [400, 'subscriptions cannot be updated when payment mode is UPI', 'not_updatable'],
  [
    400,
    "Can't update Subscription when Subscription is not in Authenticated or Active state",
    'not_updatable',
  ],
  [400, 'The id provided does not exist', 'unknown_id'],
  [429, 'Too many requests', 'rate_limited'],
  [400, 'invalid request sent', 'unknown'],
  [401, 'Authentication failed', 'unknown'],
])('%i "%s" is %s', (status, description, refusal) => {
  const error = new RazorpayError('Razorpay refused', { status, isCertain: true, description })
  expect(refusalOf(error)).toBe(refusal)
})

test('neither a lost answer nor an error of ours is a refusal', () => {
  const lost = new RazorpayError('no answer', { status: 502, isCertain: false })
  expect([refusalOf(lost), refusalOf(new Error('a bug'))]).toEqual([null, null])
})
