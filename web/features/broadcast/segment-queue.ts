/* What was recorded and isn't at the server yet. It waits while the line is away. */

export interface Segment {
  bytes: Uint8Array<ArrayBuffer>
  durationMs: number
}

/** `taken`: go on; `behind`: its number was wrong; `away`: no answer; `over`: it takes no more; `refused`: not this one. */
export type Sent = 'taken' | 'behind' | 'away' | 'over' | 'refused'

/** So much is kept; older parts are left out. */
export const KEPT_MS = 30_000
const PAUSES_MS = [250, 500, 1000, 2000] as const

export interface SegmentQueue {
  add: (segment: Segment) => void
  /** Tries again at once: the line may be back. */
  hurry: () => void
  /** Resolves when all is sent, or after so many milliseconds. */
  drain: (withinMs: number) => Promise<void>
  stop: () => void
}

interface Given {
  send: (segment: Segment) => Promise<Sent>
  /** Finds the number that comes next; `isGap`: something was left out before it. */
  resume: (isGap: boolean) => Promise<Sent>
  /** After each attempt: whether it was taken, and how much waits. */
  onProgress: (progress: { sent: Sent; waitingMs: number; segment: Segment | null }) => void
  wait?: (ms: number) => Promise<void>
}

/** Sends segments one by one, in order, until each is taken. */
export function startQueue({ send, resume, onProgress, wait }: Given): SegmentQueue {
  const waiting: Segment[] = []
  let isRunning = false
  let isOver = false
  let hasGap = false
  let failures = 0
  let wake: (() => void) | null = null
  let drained: (() => void)[] = []
  const pause =
    wait ??
    ((ms: number) =>
      new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, ms)
      }))

  const waitingMs = () => waiting.reduce((sum, { durationMs }) => sum + durationMs, 0)

  async function run() {
    if (isRunning) return
    isRunning = true
    // oxlint-disable no-await-in-loop -- one after the other is the point
    while (waiting.length > 0 && !isOver) {
      const [segment] = waiting
      if (!segment) break
      const sent = hasGap ? await resume(true) : await send(segment)
      if (hasGap && sent === 'taken') hasGap = false
      else if (sent === 'taken' || sent === 'refused') {
        if (waiting[0] === segment) waiting.shift()
        if (sent === 'refused') hasGap = true
      } else if (sent === 'behind' && (await resume(false)) === 'over') isOver = true
      if (sent === 'over') isOver = true
      failures = sent === 'taken' ? 0 : failures + 1
      onProgress({ sent, waitingMs: waitingMs(), segment: sent === 'taken' ? segment : null })
      if (failures > 0 && !isOver) await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 2000)
    }
    // oxlint-enable no-await-in-loop
    isRunning = false
    for (const resolve of drained) resolve()
    drained = []
  }

  return {
    add(segment) {
      if (isOver) return
      waiting.push(segment)
      while (waitingMs() > KEPT_MS && waiting.length > 1) {
        waiting.shift()
        hasGap = true
      }
      void run()
    },
    hurry: () => wake?.(),
    async drain(withinMs) {
      if (waiting.length === 0 || isOver) return
      await Promise.race([
        new Promise<void>((resolve) => void drained.push(resolve)),
        new Promise<void>((resolve) => void setTimeout(resolve, withinMs)),
      ])
    },
    stop() {
      isOver = true
      waiting.length = 0
      wake?.()
    },
  }
}
