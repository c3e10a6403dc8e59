import { type Logger, type LoggerOptions, pino } from 'pino'

import { withoutLoggedSecrets, withoutSecrets } from './logged-secrets.ts'
import { loggedText, loggedUrl } from './logged-url.ts'
import { traceInLog } from './tracing/spans.ts'

export type Log = Logger

/** Writing each request's line by itself took 6 % of a busy node's time. */
const GATHERED_BYTES = 4096
/** Lines wait no longer than this. */
const WRITTEN_EVERY_MS = 100
/** From `warn` on, a line is written at once, with those that wait. */
const URGENT_LEVEL = 40

let output: ReturnType<typeof pino.destination> | undefined

/**
 * Standard output, shared by all logs of this process. Lines are gathered for a moment; what is left is written when the
 * process exits. A process that is killed loses at most the requests of its last tenth of a second.
 */
function openOutput(): NonNullable<typeof output> {
  if (output) return output
  const opened = pino.destination({
    dest: 1,
    sync: true,
    minLength: GATHERED_BYTES,
    periodicFlush: WRITTEN_EVERY_MS,
  })
  process.on('exit', () => opened.flushSync())
  return (output = opened)
}

/**
 * Structured logs. Anything private, or that could let a reader act as someone else, is removed here and not at each
 * call: session halves, tokens and grants in addresses, passwords, signatures.
 */
export function createLog(options: {
  isProduction: boolean
  level?: string
  /** Each line names the trace it belongs to. */
  isTraced?: boolean
}): Log {
  const destination = openOutput()
  const settings: LoggerOptions = {
    level: options.level ?? (options.isProduction ? 'info' : 'warn'),
    hooks: {
      logMethod(given, write, level) {
        write.apply(this, given)
        if (level >= URGENT_LEVEL) destination.flushSync()
      },
    },
    formatters: { log: withoutLoggedSecrets },
    ...(options.isTraced && { mixin: traceInLog }),
    // Of requests and responses only what is named here is written: no header, no cookie.
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: loggedUrl(request.url),
      }),
      url: (url: unknown) => loggedUrl(String(url)),
      path: (pathname: unknown) => loggedUrl(String(pathname)),
      err: (error: unknown) => {
        if (!(error instanceof Error)) return error
        const told = pino.stdSerializers.err(error)
        return withoutSecrets({
          ...told,
          message: loggedText(told.message),
          stack: loggedText(told.stack),
        })
      },
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
  }
  return pino(settings, destination)
}
