import { pino, type Logger } from 'pino'

import { loggedText, loggedUrl } from './logged-url.ts'

export type Log = Logger

/**
 * Structured logs. Anything private, or that could let a reader act as someone else, is removed here and not at each
 * call: session halves, tokens and grants in addresses, passwords, signatures.
 */
export function createLog(options: { isProduction: boolean; level?: string }): Log {
  return pino({
    level: options.level ?? (options.isProduction ? 'info' : 'warn'),
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
        'referer',
        '*.referer',
        '*.headers.referer',
        '*.password',
        '*.confirmPassword',
        '*.token',
        '*.idToken',
        '*.razorpay_signature',
      ],
      censor: '[removed]',
    },
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
        return { ...told, message: loggedText(told.message), stack: loggedText(told.stack) }
      },
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
  })
}
