import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { type FailureSpec, platformFailures } from '#contract/http/route.ts'

import { isDatabaseAway } from '../db/away.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { isDiskFull, StorageFull } from '../storage/storage.ts'
import { stopperOf } from './staging.ts'

/** Turns any thrown error into the one wire shape of failures: `{ message, msg, code, params?, field?, fields? }`. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const failure = error instanceof Failure ? error : new Failure(specOf(error))
  const { code, status, message, params, field, fields } = failure.spec
  // The rest of an unwanted body is read and discarded, but not for ever.
  if (request.raw.socket instanceof Socket && !request.raw.complete) {
    void reply.removeHeader('connection')
    stopperOf(request.raw)()
  }
  if (hasHungUp(error, request)) log.info({ req: request }, 'a caller hung up before the end of the body')
  else if (status >= 500) log.error({ err: error, req: request }, 'a request failed')
  if (failure.retryAfterSeconds !== null) void reply.header('retry-after', String(failure.retryAfterSeconds))
  void reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    // `msg` repeats `message`: older calls read it.
    .send({
      message,
      msg: message,
      code,
      ...(params ? { params } : {}),
      ...(field ? { field } : {}),
      ...(fields ? { fields } : {}),
      ...(status >= 500 ? { reference: request.id } : {}),
    })
}

/** Whether something went wrong that neither the contract nor the caller explains. */
export function isUnexpected(error: unknown, request: FastifyRequest): boolean {
  return (
    !(error instanceof Failure) && specOf(error) === platformFailures.internal && !hasHungUp(error, request)
  )
}

/** Whether all that went wrong is that the caller's connection ended: nothing for an operator to look into. */
function hasHungUp(error: unknown, { raw }: FastifyRequest): boolean {
  return (
    raw.destroyed && !raw.complete && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  )
}

/** Fastify's own refusals (malformed JSON, too large, wrong type), a full store and a database that is away, in our words. */
function specOf(error: unknown): FailureSpec {
  if (error instanceof StorageFull || isDiskFull(error)) return platformFailures.storage_full
  if (isDatabaseAway(error)) return platformFailures.unavailable
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return platformFailures.too_large
  if (status === 414) return platformFailures.address_too_long
  if (status === 415) return platformFailures.unsupported_media_type
  if (status === 404) return platformFailures.not_found
  if (status === 429) return platformFailures.too_many_requests
  if (status === 503) return platformFailures.unavailable
  if (status >= 400 && status < 500) return platformFailures.bad_request
  return platformFailures.internal
}
