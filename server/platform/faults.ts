import type { Log } from './log.ts'

/**
 * Logs anything uncaught (exceptions, rejections, error events without a listener) as fatal, with what it was and where
 * it came from. The server then stops in order, and the process ends with code 1 so that its supervisor restarts it.
 * Anything that happens until then is logged, too. Returns a way to end that.
 */
export function watchFaults(log: Log, stop: () => Promise<void>): () => void {
  let isStopping = false
  const note = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    const err = thrown instanceof Error ? thrown : new Error(`Thrown: ${String(thrown)}`)
    log.fatal(
      { err, origin },
      isStopping ? 'another uncaught error while stopping' : 'uncaught error; the server stops',
    )
    if (isStopping) return
    isStopping = true
    void stop()
      .catch((error: unknown) => log.error({ err: error }, 'the server could not shut down cleanly'))
      .finally(() => process.exit(1))
  }
  process.on('uncaughtException', note)
  return () => void process.off('uncaughtException', note)
}
