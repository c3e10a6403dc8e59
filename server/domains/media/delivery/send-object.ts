import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { mediaFailures } from '#contract/media/failures.ts'
import { Failure } from '#server/platform/failure.ts'
import { readRange } from '#server/platform/http/byte-range.ts'
import { checkConditions, isRangeOf, type Version } from '#server/platform/http/conditions.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

export interface ServedObject {
  key: string
  mime: string
  sizeBytes: number
  sha256: string
  keptAt: Date | null
  /** Whether it is shown or saved, and the name of a saved copy. */
  disposition: string
  /** It has to come from our own address, not from the store's. */
  isBesideOthers: boolean
}

/** The header of what a browser shows or plays itself, with a name in case it is saved. */
export function shownAs(kind: string, key: string): string {
  return `inline; filename="cheers-${kind}${path.extname(key)}"`
}

/**
 * Two versions within a second have the same date, and nodes' clocks differ a little: a date is sent only once it is
 * old enough to identify one version.
 */
const DATE_TOLD_AFTER_MS = 60_000

/** Answers with an object of the store, or a part of it, or the store's own address for it. */
export async function sendObject(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  served: ServedObject,
  { now, secondsLeft, cacheControl }: { now: Date; secondsLeft: number; cacheControl: string },
): Promise<FastifyReply> {
  const { key, mime, sizeBytes, disposition } = served
  const version = versionOf(served, now)
  void reply
    .header('cache-control', cacheControl)
    .header('etag', version.etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', disposition)
  if (version.modifiedAt) void reply.header('last-modified', version.modifiedAt.toUTCString())
  const condition = checkConditions(request.headers, version)
  if (condition !== 'go-on') return reply.status(condition === 'failed' ? 412 : 304).send()
  if (request.method === 'HEAD') return reply.type(mime).header('content-length', sizeBytes).send()

  const range = readRange(isRangeOf(request.headers, version) ? request.headers.range : undefined, sizeBytes)
  if (range.kind === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${sizeBytes}`).send()

  if (!served.isBesideOthers) {
    const address = await storage.presign(key, {
      expiresInSeconds: secondsLeft,
      contentType: mime,
      disposition,
    })
    // Requested afresh each time: anyone who has a store address can open it, so it must not be left lying around.
    if (address !== null)
      return reply.status(302).header('cache-control', 'no-store').header('location', address).send()
  }
  const part = range.kind === 'part' ? range : null
  const found = await storage.open(key, part ? { start: part.start, end: part.end } : undefined)
  // A medium that is being removed: its row is gone in a moment too.
  if (!found || found.sizeBytes !== sizeBytes) {
    found?.stream.destroy()
    throw new Failure(mediaFailures.medium_not_found)
  }
  if (part) void reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${sizeBytes}`)
  return reply
    .type(mime)
    .header('content-length', part ? part.end - part.start + 1 : sizeBytes)
    .send(found.stream)
}

function versionOf({ sha256, keptAt }: ServedObject, now: Date): Version {
  const isTold = keptAt !== null && now.getTime() - keptAt.getTime() >= DATE_TOLD_AFTER_MS
  return {
    etag: `"${sha256.slice(0, 32)}"`,
    modifiedAt: isTold ? new Date(Math.floor(keptAt.getTime() / 1000) * 1000) : null,
  }
}
