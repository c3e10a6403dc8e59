import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

import type { FailureSpec } from '#contract/http/route.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import {
  BANNER_IMAGE_SIZE,
  PROFILE_IMAGE_SIZE,
  SMALL_PICTURE_WIDTH_PX,
  smallPictureOf,
} from '#contract/media/picture-sizes.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { defineTask, ProcessDied } from '#server/platform/process-pool/task.ts'

import type * as tasks from './image-tasks.ts'
import type { Cut, ImageFacts, ImageShape, MadeImage, Picture, RenderedImage } from './image-tasks.ts'
import { isOfType, madeNote } from './made-file.ts'

/* The server's side of pictures: they are read and written by a process that may die of them. */

export const PROFILE_IMAGE: ImageShape = PROFILE_IMAGE_SIZE
export const BANNER_IMAGE: ImageShape = BANNER_IMAGE_SIZE

const module = new URL('./image-tasks.ts', import.meta.url)
const refused = z.object({ refused: z.string() })

const readTask = defineTask<typeof tasks.readImage>({
  module,
  name: 'readImage',
  output: z.union([
    refused,
    z.object({
      format: z.string(),
      mime: z.string().check(z.regex(/^image\/(?:jpeg|png|webp|gif|avif|heic)$/)),
      extension: z.string().check(z.regex(/^[a-z]{3,4}$/)),
      widthPx: z.int(),
      heightPx: z.int(),
      frames: z.int(),
    }),
  ]),
  timeoutMs: 15_000,
})

const shapeTask = defineTask<typeof tasks.shapeImage>({
  module,
  name: 'shapeImage',
  output: z.union([
    refused,
    z.object({ webp: z.instanceof(Uint8Array), small: z.nullable(z.instanceof(Uint8Array)) }),
  ]),
  timeoutMs: 60_000,
})

const jpegTask = defineTask<typeof tasks.rewriteAsJpeg>({
  module,
  name: 'rewriteAsJpeg',
  output: z.union([refused, z.object({ jpeg: z.instanceof(Uint8Array) })]),
  timeoutMs: 60_000,
})

/** Fifty megapixels of noise take twenty seconds a width on a busy machine. */
const renderTask = defineTask<typeof tasks.renderImage>({
  module,
  name: 'renderImage',
  output: z.union([
    refused,
    z.object({
      placeholder: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
      widthPx: z.int(),
      heightPx: z.int(),
      notes: z.array(madeNote),
    }),
  ]),
  timeoutMs: 180_000,
})

const madeImage = z.object({
  name: z.string().check(z.regex(/^w\d{1,5}$/)),
  file: z.string(),
  widthPx: z.int(),
  heightPx: z.int(),
  progress: z.number(),
})

/**
 * Stores the part of a picture that its owner chose, or its middle, in a given shape: decoded, turned upright, cut and
 * rewritten, so that neither metadata nor anything hidden in the file survives. A wide one is stored once more for small
 * screens (`smallPictureOf` the key that is returned). Throws `spec`, naming the fault, when the file isn't a picture we take, or
 * can't be decoded within a minute.
 */
export async function storeImage(
  { storage, processes }: Pick<Platform, 'storage' | 'processes'>,
  picture: Picture,
  cut: Cut,
  spec: FailureSpec,
): Promise<string> {
  const smallWidthPx = cut.shape.widthPx > SMALL_PICTURE_WIDTH_PX ? SMALL_PICTURE_WIDTH_PX : null
  const shaped = await processes.quick
    .run(shapeTask, { picture, ...cut, smallWidthPx })
    .catch((error: unknown) => {
      if (error instanceof ProcessDied) throw new Failure(spec, { message: mediaMessages.notReadable })
      throw error
    })
  if ('refused' in shaped) throw new Failure(spec, { message: shaped.refused })
  const { webp, small } = shaped
  for (const made of [webp, small])
    if (made && !isOfType(made, 'image/webp')) throw new Error('What was made of a picture is no picture')
  const key = `images/${randomBytes(16).toString('hex')}.webp`
  const smallKey = smallPictureOf(key)
  if (small && smallKey) await storage.put(smallKey, small, 'image/webp')
  await storage.put(key, webp, 'image/webp')
  return key
}

/** One of our pictures as JPEG, for whoever takes nothing newer. */
export async function asJpeg(
  { processes }: Pick<Platform, 'processes'>,
  picture: Uint8Array,
): Promise<Uint8Array> {
  const made = await processes.quick.run(jpegTask, picture)
  if ('refused' in made) throw new Error(`A picture that we made can't be read: ${made.refused}`)
  if (!isOfType(made.jpeg, 'image/jpeg')) throw new Error('What was made of a picture is no picture')
  return made.jpeg
}

/**
 * A picture's type and size, from its bytes and without decoding it. Throws `medium_refused`, naming the fault, when it
 * isn't one we take.
 */
export async function readImage(
  { processes }: Pick<Platform, 'processes'>,
  file: string,
): Promise<ImageFacts> {
  const facts = await processes.quick.run(readTask, file)
  if ('refused' in facts) throw new Failure(mediaFailures.medium_refused, { message: facts.refused })
  return facts
}

/**
 * Rewrites a picture in the widths that layouts choose from, into `outputDir`, and hands each file over as it is made.
 * Throws `medium_refused` when it can't be decoded, `ProcessDied`, or the
 * signal's reason.
 */
export async function makeRenditions(
  { processes }: Pick<Platform, 'processes'>,
  files: { file: string; outputDir: string },
  keep: (made: MadeImage) => void,
  signal: AbortSignal,
): Promise<RenderedImage> {
  const made = await processes.quick.run(renderTask, files, {
    signal,
    onReport: (said) => keep(madeImage.parse(said)),
  })
  if ('refused' in made) throw new Failure(mediaFailures.medium_refused, { message: made.refused })
  return made
}
