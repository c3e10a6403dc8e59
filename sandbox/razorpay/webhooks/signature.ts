import { createHmac } from 'node:crypto'

/** Hex HMAC-SHA256, the form of every Razorpay signature. */
export function hmacHex(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** The checkout handler's proof of a subscription payment: payment first, then subscription. */
export function paymentSignature(keySecret: string, paymentId: string, subscriptionId: string): string {
  return hmacHex(keySecret, `${paymentId}|${subscriptionId}`)
}
