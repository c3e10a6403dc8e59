import { randomBytes } from 'node:crypto'

import type { FailureSpec } from '#contract/http/route.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { PICTURE_MAX_SIDE_PX } from '#contract/media/rules.ts'
import { Failure } from '#server/platform/failure.ts'
import { loadSharp, type Sharp } from '#server/platform/sharp.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/** A small file can hold a huge picture; 50 megapixels bound what decoding may cost. */
const MAX_PIXELS = 50_000_000

/** What all frames of an animation may come to; one that moves more is shown as its first frame. */
const ANIMATION_MAX_PIXELS = 40_000_000
const ANIMATION_MAX_FRAMES = 400

/** What the bytes must really be. SVG and HTML are documents with scripts, not pictures. */
const ACCEPTED_FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif'])

/** The widths that layouts choose from, in pixels of the screen. */
const WIDTHS = [480, 960, 1440, 2160] as const
/** An animation is shown at the width of a post. */
const ANIMATION_WIDTH = 960
/** WebP ends at 16383 pixels. */
const HEIGHT_MAX = 16_000
const QUALITY = 82

export interface ImageShape {
  widthPx: number
  heightPx: number
}

/* Twice the size they are shown at, for dense screens. */
export const PROFILE_IMAGE: ImageShape = { widthPx: 256, heightPx: 256 }
export const BANNER_IMAGE: ImageShape = { widthPx: 2240, heightPx: 560 }

let decoding: Promise<unknown> = Promise.resolve()

/** One decode at a time across the process: each may hold hundreds of megabytes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = decoding.then(work)
  decoding = turn.catch(() => undefined)
  return turn
}

/** A picture as a file of this machine, or in memory. */
type Picture = string | Buffer

function open(sharp: Sharp, file: Picture, options: { isAnimated?: boolean } = {}) {
  return sharp(file, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
    animated: options.isAnimated ?? false,
  })
}

/**
 * Keeps a picture in a given shape: decoded, turned upright, cut and written anew, so that neither metadata nor
 * anything hidden in the file survives. Throws `refused` when the file is not a picture we take.
 */
export async function storeImage(
  storage: Storage,
  picture: Picture,
  shape: ImageShape,
  refused: FailureSpec,
): Promise<string> {
  const webp = await inTurn(async () => {
    const sharp = await loadSharp()
    try {
      await readImage(picture)
      return await open(sharp, picture)
        .rotate()
        .resize(shape.widthPx, shape.heightPx, { fit: 'cover', position: 'centre' })
        .webp({ quality: QUALITY })
        .toBuffer()
    } catch (error) {
      throw new Failure(refused, error instanceof Failure ? { message: error.message } : {})
    }
  })
  const key = `images/${randomBytes(16).toString('hex')}.webp`
  await storage.put(key, webp, 'image/webp')
  return key
}

export interface ImageFacts {
  mime: string
  extension: string
  /** As it is shown: after turning it upright. */
  widthPx: number
  heightPx: number
  frames: number
}

/** What a picture is, by its bytes and without decoding it. Throws `medium_refused` when it is none that we take. */
export async function readImage(file: Picture): Promise<ImageFacts> {
  const sharp = await loadSharp()
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!metadata || !ACCEPTED_FORMATS.has(metadata.format)) throw new Failure(mediaFailures.medium_refused)
  const { format, width, height, orientation = 1, pages: frames = 1, pageHeight = height } = metadata
  if (Math.max(width, pageHeight) > PICTURE_MAX_SIDE_PX)
    throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.sideTooLong })
  if (width * pageHeight > MAX_PIXELS)
    throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.tooManyPixels })
  const isTurned = orientation >= 5
  return {
    mime: `image/${format === 'heif' ? 'avif' : format}`,
    extension: format === 'heif' ? 'avif' : format,
    widthPx: isTurned ? pageHeight : width,
    heightPx: isTurned ? width : pageHeight,
    frames,
  }
}

export interface ImageRendition {
  name: string
  webp: Buffer
  widthPx: number
  heightPx: number
}

/**
 * Writes a picture anew in the widths that layouts choose from, upright and without metadata, and hands each over as
 * it is made. Answers the dominant colour as #rrggbb.
 */
export function makeRenditions(
  file: string,
  keep: (rendition: ImageRendition, progress: number) => Promise<void>,
): Promise<{ placeholder: string; widthPx: number; heightPx: number }> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    const { widthPx, heightPx, frames } = await readImage(file)
    const isAnimated =
      frames > 1 && frames <= ANIMATION_MAX_FRAMES && widthPx * heightPx * frames <= ANIMATION_MAX_PIXELS
    const widths = isAnimated ? [Math.min(widthPx, ANIMATION_WIDTH)] : widthsFor(widthPx)
    const { dominant } = await decoded(open(sharp, file).rotate().resize(64, 64, { fit: 'inside' }).stats())
    for (const [position, width] of widths.entries()) {
      const image = open(sharp, file, { isAnimated })
      const { data, info } = await decoded(
        (isAnimated ? image : image.rotate())
          .resize(width, isAnimated ? null : HEIGHT_MAX, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: QUALITY, effort: 3 })
          .toBuffer({ resolveWithObject: true }),
      )
      await keep(
        {
          name: `w${WIDTHS.find((wanted) => wanted >= width) ?? width}`,
          webp: data,
          widthPx: info.width,
          heightPx: info.pageHeight ?? info.height,
        },
        Math.round(((position + 1) / widths.length) * 100),
      )
    }
    return { placeholder: hexOf(dominant), widthPx, heightPx }
  })
}

/** What cannot be decoded is the file's fault, and for its owner to know. */
async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw new Failure(mediaFailures.medium_refused)
  }
}

/** Each width up to the picture's own, which is the last. */
function widthsFor(widthPx: number): number[] {
  const smaller = WIDTHS.filter((width) => width < widthPx)
  const last = WIDTHS[smaller.length]
  return last === undefined ? smaller : [...smaller, Math.min(last, widthPx)]
}

function hexOf({ r, g, b }: { r: number; g: number; b: number }): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
