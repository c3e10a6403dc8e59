import type { Wire } from './entities.ts'

/** A refusal that the API answers with Razorpay's error envelope. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly reason: string

  constructor(
    status: number,
    description: string,
    extra: { code?: string; field?: string; reason?: string } = {},
  ) {
    super(description)
    this.status = status
    this.code = extra.code ?? 'BAD_REQUEST_ERROR'
    this.field = extra.field
    this.reason = extra.reason ?? 'input_validation_failed'
  }

  toWire(): Wire {
    // Where these are empty, Razorpay writes "NA" into all three.
    const hasOrigin = this.reason !== 'NA'
    const error: Wire = {
      code: this.code,
      description: this.message,
      source: hasOrigin ? 'business' : 'NA',
      step: hasOrigin ? 'payment_initiation' : 'NA',
      reason: this.reason,
      metadata: {},
    }
    if (this.field !== undefined) error['field'] = this.field
    return { error }
  }
}

/** 400 with the given text; `field` names the offending key where Razorpay does. */
export function badRequest(description: string, field?: string): ApiError {
  return new ApiError(400, description, field === undefined ? {} : { field })
}

/** Razorpay answers 400, not 404, for an id it does not know. */
export function unknownId(): ApiError {
  return badRequest('The id provided does not exist')
}
