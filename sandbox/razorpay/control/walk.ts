import { nextDueAt, runDue } from '../billing/calendar.ts'
import type { Context } from '../core/context.ts'
import type { Delivery } from '../webhooks/delivery.ts'

export interface Walker {
  /** Moves time forward, stopping at each moment something is due; returns how many things happened. */
  advance(seconds: number): Promise<number>
  /** Processes whatever became due as real time passed. */
  tick(): Promise<void>
}

/** Walks through time in order, one walk after another, so a year runs exactly as it would have. */
export function createWalker(context: Context, delivery: Delivery): Walker {
  let last: Promise<number> = Promise.resolve(0)
  let waitingWalks = 0

  function nextStop(): number | null {
    const stops = [nextDueAt(context), delivery.nextRetryAt()].filter((stop) => stop !== null)
    return stops.length === 0 ? null : Math.min(...stops)
  }

  async function walkTo(target: number): Promise<number> {
    let count = 0
    for (let stop = nextStop(); stop !== null && stop <= target; stop = nextStop()) {
      context.clock.holdAt(stop)
      count += runDue(context)
      delivery.queueDueRetries()
      await delivery.drain(context.state.knobs.reorderWindow)
    }
    return count
  }

  async function advanceAfter(previous: Promise<number>, seconds: number): Promise<number> {
    await previous.catch(() => 0)
    let passedSeconds = 0
    try {
      const count = await walkTo(context.clock.now() + seconds)
      passedSeconds = seconds
      return count
    } finally {
      context.clock.release(passedSeconds)
      waitingWalks -= 1
    }
  }

  function advance(seconds: number): Promise<number> {
    waitingWalks += 1
    last = advanceAfter(last, seconds)
    return last
  }

  async function tick(): Promise<void> {
    if (waitingWalks > 0) return
    const stop = nextStop()
    if (stop !== null && stop <= context.clock.now()) await advance(0)
  }

  return { advance, tick }
}
