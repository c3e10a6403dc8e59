import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js'

import { isPaymentSignature, isSignedByProvider } from '#server/platform/razorpay/signature.ts'
import { hmacHex } from '#server/platform/secrets.ts'

import { type Chance, chanceOf, type Finding, noneOf, type ProofSize } from './proof.ts'

const MAX_FIELDS = 12
const NOW = new Date('2026-11-21T00:00:00Z')
const LETTERS = ['a', 'Z', '0', ' ', '"', '\\', '\n', '/', 'é', '₹', 'अ', '😀', '\u2028', '<'] as const

/** As the provider publishes them. */
const PAYMENT_VECTOR = {
  paymentId: 'pay_IDZNwZZFtnjyym',
  providerSubscriptionId: 'sub_ID6MOhgkcoHj9I',
  secret: 'EnLs21M47BllR3X8PSFtjtbd',
  signature: '601f383334975c714c91a7d97dd723eb56520318355863dcf3821c0d07a17693',
}
const WEBHOOK_VECTOR = {
  body: '{"a":1,"b":2,"c":{"d":3}}',
  secret: '123456',
  signature: '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
}
const ORDER_VECTOR = {
  text: 'order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l',
  signature: '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
}

function text(chance: Chance): string {
  return Array.from({ length: chance.below(20) }, () => chance.oneOf(LETTERS)).join('')
}

function randomBody(chance: Chance): string {
  const fields = Array.from({ length: 1 + chance.below(MAX_FIELDS) }, (_, index) => [
    `${text(chance)}${index}`,
    chance.oneOf<unknown>([
      text(chance),
      chance.below(1_000_000),
      null,
      { inner: [text(chance), chance.share() < 0.5] },
    ]),
  ])
  return JSON.stringify(Object.fromEntries(fields))
}

function withOneBitChanged(bytes: Buffer, chance: Chance): Buffer {
  const changed = Buffer.from(bytes)
  const at = chance.below(changed.length)
  changed[at] = (changed[at] ?? 0) ^ (1 << chance.below(8))
  return changed
}

/**
 * Our verdict on signatures compared with that of the provider's own library: the published vectors, random bodies, and
 * the same with one bit changed in body or signature, or rewritten with other white space.
 */
export function proveSignatures({ seed, count }: ProofSize): Finding[] {
  const chance = chanceOf(seed)
  const disagreements: unknown[] = []
  const accepted: unknown[] = []
  const rewritten: unknown[] = []
  for (let index = 0; index < count; index += 1) {
    const secret = `secret ${text(chance)}`
    const body = randomBody(chance)
    const signature = hmacHex(secret, Buffer.from(body))
    const isTaken = (bytes: Buffer, claimed: string) =>
      isSignedByProvider(bytes, claimed, { current: secret, previous: null }, NOW)
    if (!isTaken(Buffer.from(body), signature) || !validateWebhookSignature(body, signature, secret))
      disagreements.push({ index, body })
    if (chance.share() < 0.5) {
      const bytes = withOneBitChanged(Buffer.from(body), chance)
      if (isTaken(bytes, signature)) accepted.push({ index, body })
    } else {
      const claimed = withOneBitChanged(Buffer.from(signature), chance).toString('latin1')
      if (isTaken(Buffer.from(body), claimed)) accepted.push({ index, claimed })
      if (validateWebhookSignature(body, claimed, secret)) disagreements.push({ index, claimed })
    }
    const spaced = JSON.stringify(JSON.parse(body), null, 1)
    if (isTaken(Buffer.from(spaced), signature)) rewritten.push({ index, body })
  }
  return [
    { promise: 'the published vectors hold', holds: doVectorsHold(), seen: '3' },
    noneOf(
      "genuine signatures: our verdict is that of the provider's library",
      disagreements,
      `${count} bodies`,
    ),
    noneOf('no body or signature with one bit changed is accepted', accepted, `${count} changes`),
    noneOf('no body that was written anew with other white space is accepted', rewritten, `${count} bodies`),
  ]
}

function doVectorsHold(): boolean {
  const { paymentId, providerSubscriptionId, secret, signature } = PAYMENT_VECTOR
  const webhook = WEBHOOK_VECTOR
  return (
    isPaymentSignature({ paymentId, providerSubscriptionId }, signature, secret) &&
    validatePaymentVerification(
      { payment_id: paymentId, subscription_id: providerSubscriptionId },
      signature,
      secret,
    ) &&
    isSignedByProvider(
      Buffer.from(webhook.body),
      webhook.signature,
      { current: webhook.secret, previous: null },
      NOW,
    ) &&
    hmacHex(secret, ORDER_VECTOR.text) === ORDER_VECTOR.signature
  )
}
