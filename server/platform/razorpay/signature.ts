import { hmacHex, isSameSecret } from '../secrets.ts'

/** Razorpay signs a webhook with the hex HMAC-SHA256 of the raw body. */
export function isWebhookSignature(rawBody: Buffer, signature: string, webhookSecret: string): boolean {
  return isSameSecret(signature, hmacHex(webhookSecret, rawBody))
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
