/** How long the server may take over a call without files, in milliseconds. */
const ANSWER_WITHIN_MS = 30_000

/** The slowest line that a file is given the time for, in bytes a second; a weak mobile signal. */
const SLOWEST_BYTES_A_SECOND = 20_000

/** How long a call may go without its answer, in milliseconds: the usual time, and that of sending its files. */
export function answerWithinMs(files: readonly { size: number }[]): number {
  const sentBytes = files.reduce((sum, { size }) => sum + size, 0)
  return ANSWER_WITHIN_MS + Math.ceil(sentBytes / SLOWEST_BYTES_A_SECOND) * 1000
}

/** A moment after which something is given up, unless it is stopped before; in milliseconds from now. */
export function startDeadline(ms: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}
