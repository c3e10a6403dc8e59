import type { Log } from './log.ts'

export interface FaultWatch {
  /** Without this, the server can't go on: it is logged as fatal, and the server stops as at an uncaught error. */
  end: (err: Error) => void
  unwatch: () => void
}

/**
 * Logs anything uncaught (exceptions, rejections, error events without a listener) as fatal, with what it was and where
 * it came from. The server then stops in order, and the process ends with code 1 so that its supervisor restarts it.
 * Anything that happens until then is logged, too.
 */
export function watchFaults(log: Log, stop: () => Promise<void>): FaultWatch {
  let isStopping = false
  const endProcess = () => {
    if (isStopping) return
    isStopping = true
    void stop()
      .catch((error: unknown) => log.error({ err: error }, 'the server could not shut down cleanly'))
      .finally(() => process.exit(1))
  }
  const note = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    const err = thrown instanceof Error ? thrown : new Error(`Thrown: ${String(thrown)}`)
    log.fatal(
      { err, origin },
      isStopping ? 'another uncaught error while stopping' : 'uncaught error; the server stops',
    )
    endProcess()
  }
  process.on('uncaughtException', note)
  return {
    end(err) {
      log.fatal({ err }, 'the server stops')
      endProcess()
    },
    unwatch: () => void process.off('uncaughtException', note),
  }
}
