import { nextDueAt } from '../billing/calendar.ts'
import type { Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { allowKeys, findInteger, requireInteger, type Fields } from '../http/fields.ts'
import type { Running } from './running.ts'

/** Ten years: longer than any subscription here. */
const MAX_ADVANCE_SECONDS = 10 * 366 * 86_400
/** A shop needs time to process a year of renewals. */
const SHOP_TIMEOUT_MS = 300_000

/** The sandbox's time, and when the next thing is due. */
export function clockWire(running: Running): Wire {
  const { clock } = running.context
  return {
    now: clock.now(),
    iso: new Date(clock.now() * 1000).toISOString(),
    offset_seconds: clock.offsetSeconds(),
    next_due_at: nextDueAt(running.context),
  }
}

function readSeconds(running: Running, body: Fields): number {
  allowKeys(body, ['advanceSeconds', 'to'])
  const to = findInteger(body, 'to')
  const seconds = to === null ? requireInteger(body, 'advanceSeconds') : to - running.context.clock.now()
  if (seconds < 0 || seconds > MAX_ADVANCE_SECONDS) {
    throw badRequest('The clock moves forward only, by at most ten years at once.', 'advanceSeconds')
  }
  return seconds
}

/** Moves only the sandbox's clock, processing everything due on the way. */
export async function advanceClock(running: Running, body: Fields): Promise<Wire> {
  const happened = await running.walker.advance(readSeconds(running, body))
  await running.delivery.drain()
  return { ...clockWire(running), happened }
}

/** Asks the shop to move its clock, which also moves ours; moves ours alone when no shop clock is set. */
export async function travelTogether(running: Running, body: Fields): Promise<Wire> {
  const url = running.shopClockUrl()
  if (url === undefined) return advanceClock(running, body)
  const advanceSeconds = readSeconds(running, body)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
    signal: AbortSignal.timeout(SHOP_TIMEOUT_MS),
  }).catch(() => null)
  await response?.body?.cancel()
  if (response?.ok !== true) {
    throw badRequest(
      `${running.context.merchantName} did not move its clock (${response?.status ?? 'no answer'}).`,
    )
  }
  return clockWire(running)
}
