import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'

import type { CreatorRow } from '#server/domains/creators/service.ts'
import type { SharedPost } from '#server/domains/posts/service.ts'
import { workForMany } from '#server/platform/callers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { canDraw } from '#server/platform/pdf/fonts.ts'
import { defineTask } from '#server/platform/process-pool/task.ts'

import type * as tasks from './picture-drawing.ts'
import { drawings, readObject } from './share-image.ts'

/*
 * The picture shown where a post's address is shared: its cover, or its title with the page's name. There are as many
 * as posts, so they are kept in memory for a while and not stored.
 */

const drawTask = defineTask<typeof tasks.drawPostShareImage>({
  module: new URL('./picture-drawing.ts', import.meta.url),
  name: 'drawPostShareImage',
  output: z.instanceof(Uint8Array),
  timeoutMs: 30_000,
})

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const KEPT_MAX_BYTES = 16 * 1024 * 1024

export interface PostPictures {
  /** As JPEG; null: the title can't be drawn, and the page's own picture has to do. Throws `busy`. */
  get(
    page: Pick<CreatorRow, 'handle' | 'pageName' | 'profileImage'>,
    post: SharedPost,
  ): Promise<Buffer | null>
}

export function createPostPictures({
  storage,
  processes,
}: Pick<Platform, 'storage' | 'processes'>): PostPictures {
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_MAX_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  const underWay = new Map<string, Promise<Buffer>>()

  return {
    async get({ handle, pageName, profileImage }, { title, coverKey }) {
      if (coverKey === null && (title === null || !canDraw(title))) return null
      const key = createHash('sha256')
        .update(JSON.stringify(coverKey === null ? [handle, pageName, profileImage, title] : [coverKey]))
        .digest('base64')
      const known = kept.get(key) ?? underWay.get(key)
      if (known) return known
      const draw = async () => {
        const [cover, portrait] = [
          await readObject(storage, coverKey),
          coverKey === null ? await readObject(storage, profileImage) : null,
        ]
        const input = { handle, pageName, title: title ?? '', cover, portrait }
        const jpeg = Buffer.from(await processes.quick.run(drawTask, input))
        if (!jpeg.subarray(0, JPEG.length).equals(JPEG)) throw new Error('What was drawn is no JPEG')
        kept.set(key, jpeg)
        return jpeg
      }
      const drawn = workForMany(() => drawings.run(draw))
      underWay.set(key, drawn)
      try {
        return await drawn
      } finally {
        underWay.delete(key)
      }
    },
  }
}
