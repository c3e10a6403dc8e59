import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

import type { FailureSpec } from '#contract/http/route.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { publicObjectUrl, type Storage } from '#server/platform/storage/storage.ts'

import { deleteObject } from './jobs.ts'

export { attachToPost, discardMedium, findMedia, type MediumWithRenditions } from './medium.ts'
export { presentPlayback } from './present.ts'

/** How large an image may arrive. Photos of today's phones are well below. */
export const IMAGE_MAX_BYTES = 15 * 1024 * 1024

/** A small file can hold a huge picture; 50 megapixels bound what decoding may cost. */
const MAX_PIXELS = 50_000_000

/** What the bytes must really be. SVG and HTML are documents with scripts, not pictures. */
const ACCEPTED_FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif'])

export interface ImageShape {
  widthPx: number
  heightPx: number
}

/* Twice the size they are shown at, for dense screens. */
export const PROFILE_IMAGE: ImageShape = { widthPx: 256, heightPx: 256 }
export const BANNER_IMAGE: ImageShape = { widthPx: 2240, heightPx: 560 }

let decoding: Promise<unknown> = Promise.resolve()

/**
 * Keeps a picture: decoded, turned upright, cut to its shape and written anew, so that neither metadata nor anything
 * hidden in the file survives. Throws `refused` when the bytes are not a picture we take.
 */
export async function storeImage(
  storage: Storage,
  bytes: Buffer,
  shape: ImageShape,
  refused: FailureSpec,
): Promise<string> {
  // One decode at a time: each may hold hundreds of megabytes.
  const turn = decoding.then(() => reencode(bytes, shape, refused))
  decoding = turn.catch(() => undefined)
  const webp = await turn
  const key = `images/${randomBytes(16).toString('hex')}.webp`
  await storage.put(key, webp, 'image/webp')
  return key
}

async function reencode(bytes: Buffer, shape: ImageShape, refused: FailureSpec): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (!ACCEPTED_FORMATS.has(format)) throw new Failure(refused)
    return await image
      .rotate()
      .resize(shape.widthPx, shape.heightPx, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(refused)
  }
}

/** The address of something anybody may see. */
export function publicMediaUrl(key: string | null): string | null {
  return key === null ? null : publicObjectUrl(key)
}

/** Removes something from the store once the caller's transaction, which dropped the last reference, is committed. */
export function deleteObjectLater(db: Db, key: string): Promise<void> {
  return enqueue(db, deleteObject, { key })
}
