import type { Listener } from './listener.ts'
import type { Position } from './queries.ts'

/** Hubs of all nodes listen on it; a payload is positions, separated by spaces. */
export const CHANNEL = 'cheers_realtime'

/** Each notification takes a lock that every commit with one waits for, so this many milliseconds share one. */
const COLLECT_MS = 15

/** PostgreSQL takes less than 8000 bytes. */
const PAYLOAD_MAX_CHARS = 7000

/** Tells all nodes where topics are now, after the commit and never in the transaction that publishes. */
export function createNotifier(listener: Listener): {
  tell: (published: readonly Position[]) => void
  stop: () => void
} {
  const newest = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function send(): void {
    timer = undefined
    const payloads = payloadsOf(newest)
    newest.clear()
    // Unsent, it is found by the comparison of every ten seconds.
    void listener.notify(CHANNEL, payloads)
  }

  return {
    tell(published) {
      for (const { topic, seq } of published) newest.set(topic, Math.max(seq, newest.get(topic) ?? 0))
      if (newest.size > 0) timer ??= setTimeout(send, COLLECT_MS)
    },
    stop() {
      clearTimeout(timer)
      if (newest.size > 0) send()
    },
  }
}

function payloadsOf(positions: ReadonlyMap<string, number>): string[] {
  const payloads: string[] = []
  let payload = ''
  for (const [topic, seq] of positions) {
    const word = `${topic}:${seq}`
    if (payload !== '' && payload.length + word.length >= PAYLOAD_MAX_CHARS) {
      payloads.push(payload)
      payload = ''
    }
    payload += payload === '' ? word : ` ${word}`
  }
  return [...payloads, payload]
}

/** Reads `user:0198…:17`: a topic's name may hold colons itself. */
export function readPosition(text: string): Position | null {
  const at = text.lastIndexOf(':')
  const seq = Number(text.slice(at + 1))
  return at > 0 && Number.isSafeInteger(seq) && seq >= 0 ? { topic: text.slice(0, at), seq } : null
}
