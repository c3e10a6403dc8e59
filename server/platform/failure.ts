import type { FailureParams, FailureSpec } from '#contract/http/route.ts'

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
      /** More exact than the failure's own sentence, which `isExplained` then announces. */
      message?: string
      /** The values of this case, for a failure whose sentence has some. */
      params?: FailureParams
      field?: string
      fields?: Readonly<Record<string, string>>
    } = {},
  ) {
    const { params } = options
    super(options.message ?? (params && spec.messageOf?.(params)) ?? spec.message)
    this.name = 'Failure'
    const field = options.field ?? spec.field
    const { fields } = options
    this.spec = {
      ...spec,
      message: this.message,
      ...(params === undefined ? {} : { params }),
      ...(field === undefined ? {} : { field }),
      ...(fields === undefined ? {} : { fields }),
    }
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}
