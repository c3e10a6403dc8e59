import { carriedTrace } from './spans.ts'

/** Beside a job's own fields, which no payload of ours names so. */
const CARRIED = '_trace'

/** A job's payload as it is stored: it takes along which trace queued it, if there is one. */
export function payloadWithTrace(payload: unknown): string {
  const trace = carriedTrace()
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  return JSON.stringify(trace !== null && isObject ? { ...payload, [CARRIED]: trace } : payload)
}

/** The two parts again. */
export function apartFromTrace(stored: unknown): { payload: unknown; trace: string | null } {
  if (typeof stored !== 'object' || stored === null || !Object.hasOwn(stored, CARRIED))
    return { payload: stored, trace: null }
  const { [CARRIED]: trace, ...payload } = stored as Record<string, unknown>
  return { payload, trace: typeof trace === 'string' ? trace : null }
}
