import { many, sql } from '#server/platform/db/query.ts'

import type { TestApp } from '../app-on-database.ts'
import { deliverSigned } from '../webhooks.ts'
import { chanceOf, type Finding, noneOf, type ProofSize } from './proof.ts'

const HOUR_MS = 3_600_000
/** The secret changes in the middle of this period. */
const HOURS = 96
const REPEATS_HOURS = 24
const FORGED_SHARE = 0.05

interface Delivery {
  id: string
  secret: 'old' | 'new' | 'forged'
  atMs: number
  isLate: boolean
}

/**
 * Webhooks over four days, with the secret changing in the middle. Events signed with the old one are repeated for up
 * to a day, as the provider does; an attacker sends recordings of them later still.
 */
export async function proveSecretRotation(app: TestApp, { seed, count }: ProofSize): Promise<Finding[]> {
  const chance = chanceOf(seed)
  const rotatedMs = (HOURS / 2) * HOUR_MS
  const deliveries = Array.from({ length: count }, (_, index): Delivery => {
    const madeMs = Math.round(chance.share() * HOURS * HOUR_MS)
    const isRecording = chance.share() < 0.1
    const delayMs =
      (isRecording ? HOURS : chance.share() < 0.5 ? 0 : chance.share() * REPEATS_HOURS) * HOUR_MS
    const atMs = Math.round(madeMs + delayMs)
    const isForged = chance.share() < FORGED_SHARE
    const secret = isForged ? 'forged' : madeMs < rotatedMs ? 'old' : 'new'
    return { id: `evt_${index}`, secret, atMs, isLate: atMs > rotatedMs + REPEATS_HOURS * HOUR_MS }
  }).toSorted((left, right) => left.atMs - right.atMs)

  const { razorpay } = app.platform
  const secrets = { old: razorpay.webhookSecrets.current, new: 'a new secret', forged: 'not the secret' }
  const refused: unknown[] = []
  const accepted: unknown[] = []
  let isRotated = false
  let nowMs = 0
  for (const delivery of deliveries) {
    if (!isRotated && delivery.atMs >= rotatedMs) {
      await app.clock.advance(app.db, rotatedMs - nowMs)
      nowMs = rotatedMs
      razorpay.webhookSecrets = {
        current: secrets.new,
        previous: { secret: secrets.old, replacedAt: app.clock.now() },
      }
      isRotated = true
    }
    await app.clock.advance(app.db, delivery.atMs - nowMs)
    nowMs = delivery.atMs
    const status = await deliverSigned(app, delivery.id, secrets[delivery.secret])
    const isGenuine = delivery.secret === 'new' || (delivery.secret === 'old' && !delivery.isLate)
    if (isGenuine && status !== 200) refused.push({ ...delivery, status })
    if (!isGenuine && status !== 400) accepted.push({ ...delivery, status })
  }
  const kept = await many(app.db, sql<{ id: string }>`select event_id as id from provider_events`)
  const genuine = deliveries.filter(({ secret, isLate }) => secret === 'new' || (secret === 'old' && !isLate))
  const late = deliveries.filter(({ secret, isLate }) => secret === 'old' && isLate)
  return [
    noneOf('nothing genuine is refused', refused, `${genuine.length} of ${count} deliveries`),
    noneOf(
      'nothing forged, and nothing of the old secret after a day, is taken',
      accepted,
      `${late.length} late`,
    ),
    {
      promise: 'what is taken is stored, and nothing else',
      holds: kept.length === genuine.length,
      seen: `${kept.length}`,
    },
  ]
}
