const TICK_MS = 25

/**
 * Measures time as this process gets to see it, in milliseconds to the nearest 25: what stops the whole process on a busy
 * machine counts as one tick. For tests of limits that the process itself keeps.
 */
export function measureSeenTime(): { stop(): number } {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), TICK_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      return ticks * TICK_MS
    },
  }
}

/** What this thread has used of a processor, in milliseconds. */
export function threadWorkedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
