import { z } from 'zod/mini'

import { readConfig } from '#server/platform/config.ts'

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const USAGE = 'Say how far, like +90s, +15m, +6h, +31d or +2w. The clock only moves forward.'

const answer = z.object({ now: z.iso.datetime(), offsetMs: z.number() })

/** Seconds of "+31d" (s m h d w), or null if the text isn't of that form. */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = /^\+?(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? []
  const unitSeconds = UNIT_SECONDS[unit ?? '']
  return amount !== undefined && unitSeconds !== undefined ? Number(amount) * unitSeconds : null
}

/** "31 d 6 h" from milliseconds. */
export function describeOffset(offsetMs: number): string {
  let rest = Math.round(offsetMs / 1000)
  const parts: string[] = []
  for (const unit of ['d', 'h', 'm', 's']) {
    const unitSeconds = UNIT_SECONDS[unit] ?? 1
    const count = Math.floor(rest / unitSeconds)
    if (count > 0) parts.push(`${count} ${unit}`)
    rest -= count * unitSeconds
  }
  return parts.join(' ') || '0 s'
}

/** Where this environment's server answers on this machine. The development pages answer no other address. */
function localAddress(): string {
  const { host, port } = readConfig(process.env)
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `http://${isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}

async function askClock(advanceSeconds: number | null): Promise<z.infer<typeof answer>> {
  const address = localAddress()
  const url = `${address}/dev/clock`
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
  }
  const response = await fetch(url, advanceSeconds === null ? {} : post).catch(() => {
    throw new Error(`Nothing answers at ${address}. Start Cheers first, or set PORT to where it listens.`)
  })
  const body: unknown = await response.json().catch(() => null)
  const parsed = z.safeParse(answer, body)
  if (response.ok && parsed.success) return parsed.data
  const message = z.safeParse(z.object({ message: z.string() }), body).data?.message
  throw new Error(
    response.status === 404
      ? `What runs at ${address} has no clock to move: production has none, or it is not Cheers.`
      : `The clock was not moved (${response.status}): ${message ?? 'no reason given'}`,
  )
}

async function moveOrShow(argument: string | undefined): Promise<void> {
  const advanceSeconds = argument === undefined ? null : parseDuration(argument)
  if (argument !== undefined && advanceSeconds === null) throw new Error(USAGE)
  const { now, offsetMs } = await askClock(advanceSeconds)
  console.log(offsetMs === 0 ? `${now} (the real time)` : `${now} (${describeOffset(offsetMs)} ahead)`)
}

if (import.meta.main) {
  try {
    await moveOrShow(process.argv[2])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
