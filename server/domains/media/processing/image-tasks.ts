import fs from 'node:fs/promises'
import path from 'node:path'

import type { Crop } from '#contract/media/crop.ts'
import { damagedPictureText, mediaMessages } from '#contract/media/messages.ts'
import { isSequence, PICTURE_HEAD_BYTES, pictureTypeOf } from '#contract/media/picture-types.ts'
import { PICTURE_MAX_PIXELS, PICTURE_MAX_SIDE_PX } from '#contract/media/rules.ts'
import { pngOfHeic } from '#server/platform/heic.ts'
import type { Report } from '#server/platform/process-pool/task.ts'
import { loadSharp, type Sharp } from '#server/platform/sharp.ts'

import type { MadeNote } from './made-file.ts'

/* Run only by processes of a pool: everything decoded here comes from strangers. */

/** The pixels of all frames of an animation that are read; a larger one is shown as its first frame. */
const ANIMATION_MAX_PIXELS = 400_000_000
const ANIMATION_MAX_FRAMES = 1000
/** And of those that are written, which takes longer: a larger one is made smaller. */
const ANIMATION_MADE_PIXELS = 40_000_000
/** Animations of other types are decoded as their first frame. */
const MOVING_FORMATS: ReadonlySet<string> = new Set(['gif', 'webp'])
/** A PNG says before its first picture that more follow, behind a colour profile at most. */
const PNG_HEAD_BYTES = 64 * 1024

/** The types the bytes must really have. SVG and HTML are documents with scripts, not pictures. */
const ACCEPTED_FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif'])

/** The widths that layouts choose from, in pixels of the screen. */
const WIDTHS = [480, 960, 1440, 2160] as const
/** An animation is shown at the width of a post. */
const ANIMATION_WIDTH = 960
const HEIGHT_MAX = 16_000
const QUALITY = 82

export interface ImageShape {
  widthPx: number
  heightPx: number
}

/** What is made of a picture: the part to keep, by default as much of its middle as fills the shape. */
export interface Cut {
  shape: ImageShape
  crop?: Crop
}

/** Beside it, the same for small screens. */
type Cuts = Cut & { picture: Picture; smallWidthPx: number | null }

export interface ImageFacts {
  format: string
  mime: string
  extension: string
  /** As shown: after turning it upright. */
  widthPx: number
  heightPx: number
  frames: number
}

/** A picture's fault, in words for its owner. */
export interface Refused {
  refused: string
}

/** A picture as a file on this machine, or in memory. */
export type Picture = string | Uint8Array

function open(sharp: Sharp, file: Picture, { isAnimated = false } = {}) {
  return sharp(file, {
    limitInputPixels: isAnimated ? ANIMATION_MAX_PIXELS : PICTURE_MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
    animated: isAnimated,
  })
}

/** What can be opened: a HEIC picture is decoded first, since sharp knows no HEVC. */
async function asOpenable(sharp: Sharp, picture: Picture, { format }: ImageFacts): Promise<Picture> {
  if (format !== 'heic') return picture
  const bytes = typeof picture === 'string' ? await fs.readFile(picture) : picture
  return pngOfHeic(bytes, await sharp(bytes, { limitInputPixels: false }).metadata())
}

async function readHead(picture: Picture, length: number): Promise<Uint8Array> {
  if (typeof picture !== 'string') return picture.subarray(0, length)
  const handle = await fs.open(picture)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Whether more pictures follow the one that is decoded. */
async function isMovingPicture(picture: Picture): Promise<boolean> {
  const head = Buffer.from(await readHead(picture, PNG_HEAD_BYTES))
  const [control, data] = [head.indexOf('acTL'), head.indexOf('IDAT')]
  const isMovingPng = pictureTypeOf(head) === 'PNG' && control !== -1 && (data === -1 || control < data)
  return isMovingPng || isSequence(head)
}

/** Why a picture can't be read: what begins as a picture of a type that we take is one, but damaged. */
async function faultOf(picture: Picture): Promise<Refused> {
  const type = pictureTypeOf(await readHead(picture, PICTURE_HEAD_BYTES))
  if (type === null) return { refused: mediaMessages.notAnImage }
  return { refused: type === 'HEIC' ? mediaMessages.heicNotReadable : damagedPictureText(type) }
}

/** A picture's type and size, from its bytes and without decoding it. */
export async function readImage(file: Picture): Promise<ImageFacts | Refused> {
  const sharp = await loadSharp()
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!metadata) return faultOf(file)
  if (!ACCEPTED_FORMATS.has(metadata.format)) return { refused: mediaMessages.notAnImage }
  const { width, height, orientation = 1, pages: frames = 1, pageHeight = height, compression } = metadata
  const format =
    metadata.format !== 'heif' ? metadata.format : compression === 'av1' ? 'avif' : ('heic' as const)
  if (Math.max(width, pageHeight) > PICTURE_MAX_SIDE_PX) return { refused: mediaMessages.sideTooLong }
  if (width * pageHeight > PICTURE_MAX_PIXELS) return { refused: mediaMessages.tooManyPixels }
  const isTurned = orientation >= 5
  return {
    format,
    mime: `image/${format}`,
    extension: format,
    widthPx: isTurned ? pageHeight : width,
    heightPx: isTurned ? width : pageHeight,
    frames,
  }
}

/**
 * Decodes a picture, turns it upright, cuts out a part and rewrites that as WebP of a shape, without metadata; and once more
 * in a smaller width, if one is given. Of an animation it is the first frame. A part of another shape is cut once more,
 * around its middle.
 */
export async function shapeImage({
  picture,
  shape,
  crop,
  smallWidthPx,
}: Cuts): Promise<{ webp: Uint8Array; small: Uint8Array | null } | Refused> {
  const facts = await readImage(picture)
  if ('refused' in facts) return facts
  const sharp = await loadSharp()
  return orRefused(picture, async () => {
    const upright = open(sharp, await asOpenable(sharp, picture, facts)).rotate()
    const part = crop ? upright.extract(boxOf(crop, facts)) : upright
    const inWidth = (widthPx: number) =>
      part
        .clone()
        .resize(widthPx, Math.round((shape.heightPx * widthPx) / shape.widthPx), {
          fit: 'cover',
          position: 'centre',
        })
        .webp({ quality: QUALITY })
        .toBuffer()
    const webp = await inWidth(shape.widthPx)
    return { webp, small: smallWidthPx === null ? null : await inWidth(smallWidthPx) }
  })
}

/** Rewrites a picture as JPEG, which every program reads; what is transparent becomes white. */
export async function rewriteAsJpeg(picture: Picture): Promise<{ jpeg: Uint8Array } | Refused> {
  const sharp = await loadSharp()
  return orRefused(picture, async () => ({
    jpeg: await open(sharp, picture).flatten({ background: 'white' }).jpeg({ quality: QUALITY }).toBuffer(),
  }))
}

/** The pixels of a part: the nearest whole ones, at least one. */
export function boxOf(crop: Crop, { widthPx, heightPx }: Pick<ImageFacts, 'widthPx' | 'heightPx'>) {
  const [left, width] = spanOf(crop.left, crop.width, widthPx)
  const [top, height] = spanOf(crop.top, crop.height, heightPx)
  return { left, top, width, height }
}

function spanOf(start: number, length: number, sidePx: number): [startPx: number, lengthPx: number] {
  const startPx = Math.min(sidePx - 1, Math.round(start * sidePx))
  const endPx = Math.min(sidePx, Math.round((start + length) * sidePx))
  return [startPx, Math.max(1, endPx - startPx)]
}

/** A file of a picture that was made. */
export interface MadeImage {
  name: string
  file: string
  widthPx: number
  heightPx: number
  /** The progress of the whole at that point, in percent. */
  progress: number
}

export interface RenderedImage {
  /** The dominant colour, as #rrggbb. */
  placeholder: string
  widthPx: number
  heightPx: number
  /** In what the picture that is shown differs from what was given. */
  notes: MadeNote[]
}

/**
 * Rewrites a picture in the widths that layouts choose from, upright and without metadata, and reports each
 * (`MadeImage`) when its file is complete.
 */
export async function renderImage(
  { file, outputDir }: { file: string; outputDir: string },
  report: Report,
): Promise<RenderedImage | Refused> {
  const facts = await readImage(file)
  if ('refused' in facts) return facts
  const { widthPx, heightPx } = facts
  const isMoving = facts.frames > 1 && MOVING_FORMATS.has(facts.format)
  const isAnimated = isMoving && canBeAnimated(facts)
  const widths = isAnimated ? [animationWidth(facts)] : widthsFor(widthPx)
  const sharp = await loadSharp()
  return orRefused(file, async () => {
    const source = await asOpenable(sharp, file, facts)
    const { dominant } = await open(sharp, source).rotate().resize(64, 64, { fit: 'inside' }).stats()
    for (const [position, width] of widths.entries()) {
      const image = open(sharp, source, { isAnimated })
      const { data, info } = await (isAnimated ? image : image.rotate())
        .resize(width, isAnimated ? null : HEIGHT_MAX, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY, effort: 3 })
        .toBuffer({ resolveWithObject: true })
      const name = `w${WIDTHS.find((wanted) => wanted >= width) ?? width}`
      const made: MadeImage = {
        name,
        file: path.join(outputDir, `${name}.webp`),
        widthPx: info.width,
        heightPx: info.pageHeight ?? info.height,
        progress: Math.round(((position + 1) / widths.length) * 100),
      }
      await fs.writeFile(made.file, data)
      report(made)
    }
    const notes: MadeNote[] = [
      ...(facts.format === 'heic' ? (['fromHeic'] as const) : []),
      ...(isMoving && !isAnimated ? (['tooLongToMove'] as const) : []),
      ...(!isMoving && (await isMovingPicture(file)) ? (['typeStands'] as const) : []),
      ...(isAnimated && animationWidth(facts) < widthPx ? (['smallerAnimation'] as const) : []),
    ]
    return { placeholder: hexOf(dominant), widthPx, heightPx, notes }
  })
}

function canBeAnimated({ widthPx, heightPx, frames }: ImageFacts): boolean {
  return frames <= ANIMATION_MAX_FRAMES && widthPx * heightPx * frames <= ANIMATION_MAX_PIXELS
}

/** As wide as a post, unless that is too much for so many frames. */
function animationWidth({ widthPx, heightPx, frames }: ImageFacts): number {
  const scale = Math.min(1, Math.sqrt(ANIMATION_MADE_PIXELS / (widthPx * heightPx * frames)))
  return Math.max(1, Math.min(ANIMATION_WIDTH, Math.floor(widthPx * scale)))
}

/** If decoding fails the file is at fault, and its owner should know; a full disk isn't the file's fault. */
async function orRefused<T>(picture: Picture, work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    return faultOf(picture)
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
