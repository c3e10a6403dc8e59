import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'

import { mediaFailures } from '#contract/media/failures.ts'
import { TAKEOUTS_AT_ONCE } from '#contract/media/rules.ts'
import { createCookieReader, exportData } from '#server/domains/accounts/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { attachmentNamed } from '#server/platform/http/attachment.ts'
import { createSlots } from '#server/platform/http/slots.ts'
import { whenClosed } from '#server/platform/http/when-closed.ts'
import type { Platform } from '#server/platform/platform.ts'

import { readGrant, writeGrant } from '../delivery/grants.ts'
import { listOwnFiles, listOwnPictures, type OwnFile } from './takeout-queries.ts'

/** A grant for a takeout is no grant for any medium. */
const WHAT = 'takeout'
const LIFETIME_MS = 10 * 60_000
/** Each reads all of somebody's files. All people's together are bounded with all other requests. */
const AT_ONCE = { perKey: TAKEOUTS_AT_ONCE, total: Number.POSITIVE_INFINITY }
const RETRY_AFTER_SECONDS = 60

/** An address that gives a user all their data, for ten minutes, in a browser where they are signed in. */
export function takeoutAddress(platform: Platform, userId: string, now: Date) {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const grant = writeGrant(platform.secretKey, WHAT, { viewerId: userId, entitlement: 'owner', expiresAt })
  return { url: `/media/takeout/${grant}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Serves everything a user put into the product and all data about them, as one ZIP that is written while it is read.
 */
export function mountTakeout(app: FastifyInstance, platform: Platform): void {
  const findCookieHolder = createCookieReader(platform)
  const places = createSlots(AT_ONCE)
  app.route<{ Params: { grant: string } }>({
    method: 'GET',
    url: '/media/takeout/:grant',
    exposeHeadRoute: false,
    compress: false,
    handler: async (request, reply) => {
      const now = platform.clock.now()
      const grant = readGrant(platform.secretKey, WHAT, request.params.grant, now)
      const isOwners = grant?.entitlement === 'owner'
      if (!isOwners || (await findCookieHolder(request.cookies)) !== grant.viewerId)
        throw new Failure(mediaFailures.medium_not_found)
      const giveBack = places.take(grant.viewerId)
      if (!giveBack)
        throw new Failure(mediaFailures.too_many_takeouts, { retryAfterSeconds: RETRY_AFTER_SECONDS })
      whenClosed(reply.raw, giveBack)
      const { db } = platform.database
      const data = await exportData(db, grant.viewerId, now)
      const files = nameFiles(await listOwnFiles(db, grant.viewerId))
      const pictures = await listOwnPictures(db, grant.viewerId)
      const { zip, stop } = openZip(platform)
      whenClosed(reply.raw, stop)
      zip.addJson('data.json', data)
      zip.addJson(
        'files.json',
        files.map(({ path, kind, alt, createdAt, postedAt }) => ({
          file: path,
          kind,
          description: alt,
          createdAt: createdAt.toISOString(),
          postedAt: postedAt?.toISOString() ?? null,
        })),
      )
      for (const { name, key } of pictures) zip.addObject(`pictures/${name}${extname(key)}`, key, now)
      for (const { path, key, createdAt } of files) zip.addObject(path, key, createdAt)
      zip.end()
      return reply
        .type('application/zip')
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header(
          'content-disposition',
          attachmentNamed(`cheers-${data.account.username}`, `-${data.exportedAt.slice(0, 10)}.zip`),
        )
        .send(zip.output)
    },
  })
}

/** By day and kind, as people look for them; captions next to their media, files with their own names. */
function nameFiles(files: readonly OwnFile[]): (OwnFile & { path: string })[] {
  let count = 0
  return files.map((file) => {
    const isCaptions = file.name.startsWith('captions-')
    if (!isCaptions) count += 1
    const day = file.createdAt.toISOString().slice(0, 10)
    const suffix = isCaptions ? `-${file.name}` : ''
    const ending = file.fileName === null ? `${suffix}${extname(file.key)}` : `-${file.fileName}`
    return { ...file, path: `media/${day}-${file.kind}-${count}${ending}` }
  })
}

/** One object is open at a time, and none is held in memory. Videos and pictures don't compress any further. */
function openZip({ storage, log }: Platform) {
  const zip = new ZipFile()
  let current: Readable | null = null
  let isStopped = false
  const stop = () => {
    isStopped = true
    current?.destroy()
  }
  zip.on('error', (error) => {
    log.error({ err: error }, 'a data download was interrupted')
    zip.outputStream.destroy(error)
  })
  async function* read(key: string): AsyncGenerator<Uint8Array> {
    const found = isStopped ? null : await storage.open(key)
    // It was just removed: the rest is still worth having.
    if (found) yield* found.stream
  }
  return {
    zip: {
      output: zip.outputStream,
      addJson: (path: string, content: unknown) =>
        zip.addBuffer(Buffer.from(JSON.stringify(content, null, 2)), path),
      addObject: (path: string, key: string, mtime: Date) =>
        zip.addReadStreamLazy(path, { mtime, compress: false }, (done) =>
          done(null, (current = Readable.from(read(key)))),
        ),
      end: () => zip.end(),
    },
    stop,
  }
}
