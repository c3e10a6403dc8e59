import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'

import { platformFailures } from '#contract/http/route.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import type { SharedPost } from '#server/domains/posts/service.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { defineTask } from '#server/platform/process-pool/task.ts'

import { canOutline } from './headline-outlines.ts'
import type * as tasks from './post-share-image-drawing.ts'
import { readObject } from './share-image.ts'

/*
 * The picture shown where a post's address is shared: its cover, or its title with the page's name. There are as many
 * as posts, so they are kept in memory for a while and not stored.
 */

const drawTask = defineTask<typeof tasks.drawPostShareImage>({
  module: new URL('./post-share-image-drawing.ts', import.meta.url),
  name: 'drawPostShareImage',
  output: z.instanceof(Uint8Array),
  timeoutMs: 30_000,
})

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const KEPT_MAX_BYTES = 16 * 1024 * 1024
/** Drawing takes a core: one at a time, and strangers can't make the line longer than this. */
const WAITING_MAX = 20

export interface PostPictures {
  /** As JPEG; null: the title can't be drawn, and the page's own picture has to do. Throws `too_many_requests`. */
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
  let last: Promise<unknown> = Promise.resolve()

  return {
    async get({ handle, pageName, profileImage }, { title, coverKey }) {
      if (coverKey === null && (title === null || !canOutline(title))) return null
      const key = createHash('sha256')
        .update(JSON.stringify(coverKey === null ? [handle, pageName, profileImage, title] : [coverKey]))
        .digest('base64')
      const known = kept.get(key) ?? underWay.get(key)
      if (known) return known
      if (underWay.size >= WAITING_MAX) throw new Failure(platformFailures.too_many_requests)
      const drawn = last.then(async () => {
        const [cover, portrait] = [
          await readObject(storage, coverKey),
          coverKey === null ? await readObject(storage, profileImage) : null,
        ]
        const input = { handle, pageName, title: title ?? '', cover, portrait }
        const jpeg = Buffer.from(await processes.quick.run(drawTask, input))
        if (!jpeg.subarray(0, JPEG.length).equals(JPEG)) throw new Error('What was drawn is no JPEG')
        kept.set(key, jpeg)
        return jpeg
      })
      last = drawn.catch(() => undefined)
      underWay.set(key, drawn)
      try {
        return await drawn
      } finally {
        underWay.delete(key)
      }
    },
  }
}
