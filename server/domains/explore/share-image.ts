import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'

import type { CreatorRow } from '#server/domains/creators/service.ts'
import type { Platform } from '#server/platform/platform.ts'
import { defineTask } from '#server/platform/process-pool/task.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import type * as tasks from './share-image-drawing.ts'

/* The picture shown where a creator page's address is shared: banner, portrait, name, our mark. */

/** Raise it when the drawing changes, so that stored pictures are drawn again. */
const DESIGN = 1
const VERSION_BYTES = 32

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** In a process that the pictures may kill; it loads the letters, too. */
const drawTask = defineTask<typeof tasks.drawShareImage>({
  module: new URL('./share-image-drawing.ts', import.meta.url),
  name: 'drawShareImage',
  output: z.instanceof(Uint8Array),
  timeoutMs: 30_000,
})

type Pictured = Pick<CreatorRow, 'id' | 'handle' | 'pageName' | 'headline' | 'profileImage' | 'bannerImage'>

/** Where a page's picture is kept. */
export function shareImageKey(creatorId: string): string {
  return `share/${creatorId}.bin`
}

const drawing = new Map<string, Promise<Buffer>>()
let lastDrawing: Promise<unknown> = Promise.resolve()

/**
 * The picture as PNG, drawn again when its content has changed. One object is stored per creator: the version it was
 * drawn from, then the picture.
 */
export async function getShareImage(
  { storage, processes }: Pick<Platform, 'storage' | 'processes'>,
  creator: Pictured,
): Promise<Buffer> {
  const key = shareImageKey(creator.id)
  const version = createHash('sha256')
    .update(
      JSON.stringify([
        DESIGN,
        creator.handle,
        creator.pageName,
        creator.headline,
        creator.profileImage,
        creator.bannerImage,
      ]),
    )
    .digest()
  const kept = await readObject(storage, key)
  if (kept?.subarray(0, VERSION_BYTES).equals(version)) return kept.subarray(VERSION_BYTES)

  const turn = `${key} ${version.toString('hex')}`
  const under = drawing.get(turn)
  if (under) return under
  // One at a time: many pages may be shared at once, and drawing takes a core.
  const drawn = lastDrawing.then(async () => {
    const png = Buffer.from(await draw({ storage, processes }, creator))
    await storage.put(key, Buffer.concat([version, png]), 'application/octet-stream')
    return png
  })
  lastDrawing = drawn.catch(() => undefined)
  drawing.set(turn, drawn)
  try {
    return await drawn
  } finally {
    drawing.delete(turn)
  }
}

async function draw(
  { storage, processes }: Pick<Platform, 'storage' | 'processes'>,
  { handle, pageName, headline, bannerImage, profileImage }: Pictured,
): Promise<Uint8Array> {
  const banner = await readObject(storage, bannerImage)
  const portrait = await readObject(storage, profileImage)
  const png = await processes.quick.run(drawTask, { handle, pageName, headline, banner, portrait })
  if (!Buffer.from(png.subarray(0, PNG.length)).equals(PNG)) throw new Error('What was drawn is no PNG')
  return png
}

/** An object's bytes; null: there is none. */
export async function readObject(storage: Storage, key: string | null): Promise<Buffer | null> {
  const found = key === null ? null : await storage.open(key)
  return found && readAll(found.stream)
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
