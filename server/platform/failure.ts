import type { FailureSpec } from '#contract/http/route.ts'

/**
 * The only error a person gets to read. Throw it with one of the failures the route declares; any other error becomes a
 * 500 with a reference and goes to the log.
 */
export class Failure extends Error {
  readonly spec: FailureSpec
  /** For 429: when to come back. */
  readonly retryAfterSeconds: number | null

  constructor(
    spec: FailureSpec,
    options: {
      retryAfterSeconds?: number
      message?: string
      field?: string
      fields?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(options.message ?? spec.message)
    this.name = 'Failure'
    const field = options.field ?? spec.field
    const { fields } = options
    this.spec = {
      ...spec,
      message: this.message,
      ...(field === undefined ? {} : { field }),
      ...(fields === undefined ? {} : { fields }),
    }
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}
