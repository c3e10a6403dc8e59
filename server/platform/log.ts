import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * Structured logs. What could let a reader act as somebody else, or is nobody's business, is removed here and not at
 * each call: session halves, mail tokens in paths, passwords, signatures.
 */
export function createLog(options: { isProduction: boolean; level?: string }): Log {
  return pino({
    level: options.level ?? (options.isProduction ? 'info' : 'warn'),
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
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
        url: withoutSecrets(request.url),
      }),
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
  })
}

/** Links from mails carry their token in the path; queries may carry anything. */
function withoutSecrets(url: string): string {
  return url
    .replace(/\?.*$/s, '?…')
    .replace(/^((?:\/api\/auth\/verify|\/activate-account|\/reset-password)\/).+$/, '$1…')
}
