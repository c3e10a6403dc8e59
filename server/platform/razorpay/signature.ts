import { hmacHex, isSameSecret } from '../secrets.ts'

/** Razorpay signs a webhook with the hex HMAC-SHA256 of the raw body. */
function isWebhookSignature(rawBody: Buffer, signature: string, webhookSecret: string): boolean {
  return isSameSecret(signature, hmacHex(webhookSecret, rawBody))
}

/** How long a replaced secret stays valid: as long as the provider repeats webhooks it had signed with it. */
const PREVIOUS_SECRET_TTL_MS = 24 * 3_600_000

export interface WebhookSecrets {
  current: string
  /** The one that was replaced then. */
  previous: { secret: string; replacedAt: Date } | null
}

/** Whether the present secret signed it, or the previous one within a day of the change. */
export function isSignedByProvider(
  rawBody: Buffer,
  signature: string,
  { current, previous }: WebhookSecrets,
  now: Date,
): boolean {
  if (isWebhookSignature(rawBody, signature, current)) return true
  if (previous === null || now.getTime() - previous.replacedAt.getTime() > PREVIOUS_SECRET_TTL_MS)
    return false
  return isWebhookSignature(rawBody, signature, previous.secret)
}

/**
 * The checkout of a subscription signs `payment_id|subscription_id`. The subscription id must come from our database:
 * taken from the browser, any genuine payment could be shown for any subscription.
 */
export function isPaymentSignature(
  payment: { paymentId: string; providerSubscriptionId: string },
  signature: string,
  keySecret: string,
): boolean {
  return isSameSecret(signature, hmacHex(keySecret, `${payment.paymentId}|${payment.providerSubscriptionId}`))
}
