import sharp from 'sharp'

import { aMedium } from '#server/domains/media/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** A red picture in one width, ready and in no post; `path` is its address for everyone. */
export async function aPicture(
  { db, platform }: Pick<TestApp, 'db' | 'platform'>,
  ownerId: string,
): Promise<{ id: string; path: string }> {
  const picture = await aMedium(db, ownerId, 'image')
  const key = `media/${picture.folder}/w480.webp`
  const bytes = await sharp({ create: { width: 480, height: 320, channels: 3, background: '#c02020' } })
    .webp()
    .toBuffer()
  await platform.storage.put(key, bytes, 'image/webp')
  await run(
    db,
    sql`insert into media_renditions (media_id, name, key, mime, size_bytes, sha256, kept_at, width_px, height_px)
      values (${picture.id}, 'w480', ${key}, 'image/webp', ${bytes.length}, '', now(), 480, 320)`,
  )
  return { id: picture.id, path: `/media/p/${picture.folder}/w480` }
}
