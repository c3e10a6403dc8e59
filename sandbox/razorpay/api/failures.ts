import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { FAILURE_MODES, type FailureMode } from '../core/knobs.ts'
import { jsonReply, type Exchange, type Reply } from '../http/exchange.ts'

function serverError(): Reply {
  const error = new ApiError(
    500,
    'We are facing some trouble completing your request at the moment. Please try again shortly.',
    { code: 'SERVER_ERROR', reason: 'server_error' },
  )
  return jsonReply(500, error.toWire())
}

/** The failure this call should suffer, if any: planned ones first, then random ones. */
export function takeFailure(context: Context, exchange: Exchange): FailureMode | null {
  const { knobs } = context.state
  const planned = knobs.failures.find(
    (failure) =>
      (failure.method === null || failure.method === exchange.method) &&
      (failure.pathIncludes === null || exchange.url.pathname.includes(failure.pathIncludes)),
  )
  if (planned !== undefined) {
    if (planned.times !== null) planned.times -= 1
    if (planned.times === 0) knobs.failures = knobs.failures.filter((failure) => failure !== planned)
    return planned.mode
  }
  for (const mode of FAILURE_MODES) {
    const rate = knobs.failureRates[mode] ?? 0
    if (rate > 0 && context.random() < rate) return mode
  }
  return null
}

/** Failures that keep the call from having any effect; null lets it through. */
export async function failBefore(context: Context, mode: FailureMode | null): Promise<Reply | null> {
  if (mode === 'rate_limit') {
    const error = new ApiError(429, 'Too many requests', { reason: 'too_many_requests' })
    return jsonReply(429, error.toWire())
  }
  // Razorpay's answer where none of its texts fits: razorpay-node issue 454.
  if (mode === 'bad_request')
    return jsonReply(400, new ApiError(400, 'invalid request sent', { reason: 'NA' }).toWire())
  if (mode === 'error_before_effect') return serverError()
  if (mode === 'html_502') {
    const body =
      '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
    return { status: 502, headers: { 'content-type': 'text/html' }, body }
  }
  if (mode === 'stall') await sleep(context.state.knobs.stallMs, undefined, { ref: false })
  return null
}

/** Failures after the effect; true when the response was spoilt here and nothing more may be written. */
export function failAfter(mode: FailureMode | null, response: ServerResponse, reply: Reply): boolean {
  if (mode === 'reset_after_effect') {
    response.socket?.resetAndDestroy()
    return true
  }
  if (mode === 'truncated_json') {
    const whole = Buffer.from(reply.body)
    response.writeHead(reply.status, reply.headers)
    response.end(whole.subarray(0, Math.floor(whole.length / 2)))
    return true
  }
  if (mode === 'error_after_effect') {
    const error = serverError()
    response.writeHead(error.status, error.headers)
    response.end(error.body)
    return true
  }
  return false
}
