import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { sandboxKeysFor } from '#server/embedded.ts'
import { isOursAtProvider } from '#server/domains/subscriptions/provider-sync/attach-provider-subscription.ts'
import { readConfig } from '#server/platform/config.ts'
import { createRazorpayClient, type RazorpayClient } from '#server/platform/razorpay/client.ts'
import type { RazorpaySubscription } from '#server/platform/razorpay/entities.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'
import { readOrMakeSecretKey } from '#server/platform/secrets.ts'

const CONFIRMATION = 'end-all-agreements'
const USAGE = `Ends every agreement by which Razorpay charges members of Cheers: nobody is charged again, and it can't be undone.
It asks Razorpay alone, so it works when the database and the server are gone. It needs the settings with the provider's keys.
  npx node scripts/end-all-agreements.ts                     counts them, and changes nothing
  npx node scripts/end-all-agreements.ts --confirm ${CONFIRMATION}   ends them; started again, it goes on with what is left`

/** At the provider these charge nobody any more. */
const OVER = new Set(['cancelled', 'completed', 'expired'])

/** Razorpay publishes no limit; it asks to wait longer each time it refuses. */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]

export interface Ended {
  found: number
  ended: number
  /** Why some of them could not be ended, by their id at the provider. */
  failed: Map<string, string>
}

/**
 * Goes through all subscriptions of the account, a page at a time, and ends those that were made by Cheers and may still
 * charge somebody. Others may use the account. Safe to stop and to run again.
 */
export async function endAllAgreements(
  razorpay: RazorpayClient,
  {
    isDry,
    say,
    waitsMs = WAITS_MS,
  }: { isDry: boolean; say: (line: string) => void; waitsMs?: readonly number[] },
): Promise<Ended> {
  const ended: Ended = { found: 0, ended: 0, failed: new Map() }
  const seen = new Set<string>()
  for (let skip = 0; ;) {
    const from = skip
    const page = await patiently(waitsMs, () => razorpay.listSubscriptionPage(from))
    for (const subscription of page) {
      // New ones push others to a later page while we turn them.
      if (seen.has(subscription.id) || !mayCharge(subscription)) continue
      seen.add(subscription.id)
      ended.found += 1
      if (!isDry) await end(razorpay, subscription.id, waitsMs, ended)
    }
    if (page.length === 0) return ended
    skip += page.length
    say(
      `${skip} looked at, ${ended.found} may charge somebody, ${ended.ended} ended, ${ended.failed.size} not`,
    )
  }
}

function mayCharge({ status, notes }: RazorpaySubscription): boolean {
  return isOursAtProvider(notes) && !OVER.has(status)
}

async function end(
  razorpay: RazorpayClient,
  id: string,
  waitsMs: readonly number[],
  ended: Ended,
): Promise<void> {
  try {
    await patiently(waitsMs, () => razorpay.cancelSubscription(id, { isAtPeriodEnd: false }))
    ended.ended += 1
  } catch (error) {
    if (refusalOf(error) === 'has_ended') ended.ended += 1
    else ended.failed.set(id, error instanceof Error ? error.message : String(error))
  }
}

/** Again after a while, unless the provider refused for good. */
async function patiently<T>(waitsMs: readonly number[], ask: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs)
    try {
      return await ask()
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal !== null && refusal !== 'rate_limited') throw error
      await sleep(waitMs)
    }
  return ask()
}

function clientOf(): RazorpayClient {
  const config = readConfig(process.env)
  if (config.razorpay !== 'embedded')
    return createRazorpayClient({
      ...config.razorpay,
      apiUrl: config.razorpayApiUrl,
      checkoutUrl: config.razorpayCheckoutUrl,
    })
  const { url, ...keys } = sandboxKeysFor(config, config.secretKey ?? readOrMakeSecretKey(config.dataDir))
  return createRazorpayClient({
    ...keys,
    webhookSecrets: { current: keys.webhookSecret, previous: null },
    apiUrl: url,
    checkoutUrl: url,
  })
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { confirm: { type: 'string' } } })
  if (values.confirm !== undefined && values.confirm !== CONFIRMATION) throw new Error(USAGE)
  const isDry = values.confirm === undefined
  const { found, ended, failed } = await endAllAgreements(clientOf(), {
    isDry,
    say: (line) => console.log(line),
  })
  if (isDry) {
    console.log(`${found} agreements may charge somebody. Nothing was changed.\n\n${USAGE}`)
    return
  }
  for (const [id, reason] of failed) console.log(`${id}: ${reason}`)
  console.log(
    `${ended} of ${found} agreements were ended.${failed.size > 0 ? ' Run it again for the others.' : ''}`,
  )
  process.exitCode = failed.size > 0 ? 1 : 0
}

if (import.meta.main)
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
