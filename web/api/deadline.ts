/** How long the server may take over a call without files, in milliseconds. */
const ANSWER_WITHIN_MS = 30_000

/** The slowest connection that uploads are given time for, in bytes a second; a weak mobile signal. */
const SLOWEST_BYTES_A_SECOND = 20_000

/** How long a call may wait for its answer, in milliseconds: the usual time, plus the time to send its files. */
export function answerWithinMs(files: readonly { size: number }[]): number {
  const sentBytes = files.reduce((sum, { size }) => sum + size, 0)
  return ANSWER_WITHIN_MS + Math.ceil(sentBytes / SLOWEST_BYTES_A_SECOND) * 1000
}

/** Aborts the signal after this many milliseconds, unless it is stopped before. */
export function startDeadline(ms: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}
