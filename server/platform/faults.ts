import type { Log } from './log.ts'

/**
 * Has what nobody caught (exceptions, rejections, error events without a listener) logged as fatal, with what it was
 * and where it came from; then the server stops in order, and the process ends with code 1 so that whoever watches it
 * starts it anew. What happens until then is logged, too. Answers how to end that.
 */
export function watchFaults(log: Log, stop: () => Promise<void>): () => void {
  let isStopping = false
  const note = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    const err = thrown instanceof Error ? thrown : new Error(`Thrown: ${String(thrown)}`)
    log.fatal(
      { err, origin },
      isStopping ? 'something else nobody caught' : 'nobody caught this; the server stops',
    )
    if (isStopping) return
    isStopping = true
    void stop()
      .catch((error: unknown) => log.error({ err: error }, 'the server did not stop in order'))
      .finally(() => process.exit(1))
  }
  process.on('uncaughtException', note)
  return () => void process.off('uncaughtException', note)
}
