import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'

import type { CreatorRow } from '#server/domains/creators/service.ts'
import { workForMany } from '#server/platform/callers.ts'
import { createLine } from '#server/platform/line.ts'
import type { Platform } from '#server/platform/platform.ts'
import { defineTask } from '#server/platform/process-pool/task.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import type * as tasks from './picture-drawing.ts'

/*
 * The pictures of a page that are drawn: where its address is shared (banner, portrait, name, our mark), and in podcast
 * apps (portrait, name, our mark).
 */

const VERSION_BYTES = 32

type Drawer = Pick<Platform, 'storage' | 'processes'>
type Pictured = Pick<CreatorRow, 'id' | 'handle' | 'pageName' | 'headline' | 'profileImage' | 'bannerImage'>

/** In a process that the pictures may kill; it loads the letters, too. */
const drawTask = defineTask<typeof tasks.drawShareImage>({
  module: new URL('./picture-drawing.ts', import.meta.url),
  name: 'drawShareImage',
  output: z.instanceof(Uint8Array),
  timeoutMs: 30_000,
})
const drawPodcastTask = defineTask<typeof tasks.drawPodcastPicture>({
  module: new URL('./picture-drawing.ts', import.meta.url),
  name: 'drawPodcastPicture',
  output: z.instanceof(Uint8Array),
  timeoutMs: 30_000,
})

interface Design {
  /** Raise it when the drawing changes, so that stored pictures are drawn again. */
  version: number
  /** Where a page's picture is kept. */
  keyOf: (creatorId: string) => string
  /** Everything that is in the picture. */
  shows: (creator: Pictured) => unknown[]
  draw: (drawer: Drawer, creator: Pictured) => Promise<Uint8Array>
  /** How the bytes of such a picture begin. */
  begins: Buffer
}

const SHARE: Design = {
  version: 2,
  keyOf: (creatorId) => `share/${creatorId}.bin`,
  shows: ({ handle, pageName, headline, profileImage, bannerImage }) => [
    handle,
    pageName,
    headline,
    profileImage,
    bannerImage,
  ],
  draw: async ({ storage, processes }, { handle, pageName, headline, bannerImage, profileImage }) =>
    processes.quick.run(drawTask, {
      handle,
      pageName,
      headline,
      banner: await readObject(storage, bannerImage),
      portrait: await readObject(storage, profileImage),
    }),
  begins: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
}

const PODCAST: Design = {
  version: 2,
  keyOf: (creatorId) => `share/${creatorId}-podcast.bin`,
  shows: ({ handle, pageName, profileImage }) => [handle, pageName, profileImage],
  draw: async ({ storage, processes }, { handle, pageName, profileImage }) =>
    processes.quick.run(drawPodcastTask, {
      handle,
      pageName,
      portrait: await readObject(storage, profileImage),
    }),
  begins: Buffer.from([0xff, 0xd8, 0xff]),
}

/** Where the pictures of a page are kept. */
export function drawnPictureKeys(creatorId: string): string[] {
  return [SHARE, PODCAST].map(({ keyOf }) => keyOf(creatorId))
}

/** The picture of a shared page, as PNG. */
export function getShareImage(drawer: Drawer, creator: Pictured): Promise<Buffer> {
  return getPicture(drawer, creator, SHARE)
}

/** The picture of a page's podcast, as JPEG. */
export function getPodcastPicture(drawer: Drawer, creator: Pictured): Promise<Buffer> {
  return getPicture(drawer, creator, PODCAST)
}

/** Drawing takes a core: one at a time of all that is shared, however many strangers ask for pictures. */
export const drawings = createLine({ atOnce: 1, waitingMax: 20, waitingPerCaller: 4, retryAfterSeconds: 5 })

const drawing = new Map<string, Promise<Buffer>>()

/**
 * A picture, drawn again when its content has changed. Throws `busy`. One object is stored per creator and design: the version it was
 * drawn from, then the picture.
 */
async function getPicture(drawer: Drawer, creator: Pictured, design: Design): Promise<Buffer> {
  const { storage } = drawer
  const key = design.keyOf(creator.id)
  const version = createHash('sha256')
    .update(JSON.stringify([design.version, ...design.shows(creator)]))
    .digest()
  const kept = await readObject(storage, key)
  if (kept?.subarray(0, VERSION_BYTES).equals(version)) return kept.subarray(VERSION_BYTES)

  const turn = `${key} ${version.toString('hex')}`
  const under = drawing.get(turn)
  if (under) return under
  const draw = async () => {
    const picture = Buffer.from(await design.draw(drawer, creator))
    if (!picture.subarray(0, design.begins.length).equals(design.begins))
      throw new Error('What was drawn is no picture')
    await storage.put(key, Buffer.concat([version, picture]), 'application/octet-stream')
    return picture
  }
  const drawn = workForMany(() => drawings.run(draw))
  drawing.set(turn, drawn)
  try {
    return await drawn
  } finally {
    drawing.delete(turn)
  }
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
