import { Gauge } from 'prom-client'

import { productMetrics } from '../http/metrics.ts'
import type { Log } from '../log.ts'

/*
 * Jobs do what is due by time alone: a membership that ends a day early because a machine's clock is wrong does not come back.
 * So a machine whose clock and the database's disagree leaves its jobs to others.
 */

/** How far the two clocks may be apart: time synchronization keeps them within milliseconds. */
const APART_MAX_MS = 60_000
const LOOK_EVERY_MS = 5000
/** An answer that took longer says too little about when it was given. */
const ANSWER_MAX_MS = 10_000

const clockAhead = new Gauge({
  name: 'clock_ahead_seconds',
  help: "How far this machine's clock is ahead of the database's; negative: behind.",
  registers: [productMetrics],
})

export interface ClockWatch {
  /** Whether the two clocks agreed when they were last compared. */
  isRight(): boolean
  /** Compares now instead of within seconds. */
  look(): Promise<void>
  stop(): void
}

/** Whether a machine's clock is near enough to the database's, which said that it was `databaseMs`. */
export function isClockRight(databaseMs: number, wallMs: number = Date.now()): boolean {
  return Math.abs(wallMs - databaseMs) <= APART_MAX_MS
}

/**
 * `askForTime`: the database's clock in milliseconds. `clocks`: the time of day, and a time that nobody sets, both in
 * milliseconds; tests bring their own.
 */
export function startClockWatch(
  askForTime: () => Promise<number>,
  log: Log,
  clocks: { wallMs: () => number; steadyMs: () => number } = {
    wallMs: () => Date.now(),
    steadyMs: () => performance.now(),
  },
): ClockWatch {
  let isRight = true

  async function look(): Promise<void> {
    const askedMs = clocks.steadyMs()
    const saidMs = await askForTime()
    const [wallMs, answeredMs] = [clocks.wallMs(), clocks.steadyMs()]
    if (answeredMs - askedMs > ANSWER_MAX_MS) return
    const databaseMs = saidMs + (answeredMs - askedMs) / 2
    const wasRight = isRight
    isRight = isClockRight(databaseMs, wallMs)
    const aheadSeconds = Math.round((wallMs - databaseMs) / 1000)
    clockAhead.set(aheadSeconds)
    if (wasRight !== isRight)
      log[isRight ? 'info' : 'error'](
        { aheadSeconds },
        isRight
          ? 'this clock and the database’s agree again'
          : 'this clock and the database’s disagree: jobs wait',
      )
  }

  // Without an answer nothing is known, and the queue waits for the database as well.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  timer.unref()
  return {
    isRight: () => isRight,
    look,
    stop: () => clearInterval(timer),
  }
}
