import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

import type { MediumKind } from '#contract/media/rules.ts'
import { run, sql } from '#server/platform/db/query.ts'
import type { Platform } from '#server/platform/platform.ts'

import { upsertRendition } from '../queries.ts'
import { aMedium } from '../testing.ts'

/** A prepared medium whose original and renditions are in the store, as random bytes. */
export async function aStoredMedium(
  platform: Platform,
  ownerId: string,
  kind: MediumKind,
  renditions: readonly string[],
): Promise<{ id: string; keyOf: (name: string) => string }> {
  const { db } = platform.database
  const { id, folder } = await aMedium(db, ownerId, kind)
  const keyOf = (name: string) => `media/${folder}/${name.includes('.') ? name : `${name}.bin`}`
  const kept = await platform.storage.put(keyOf('original'), randomBytes(5000), 'video/mp4')
  await run(
    db,
    sql`update media set original_key = ${keyOf('original')}, mime = 'video/mp4', size_bytes = ${kept.sizeBytes},
      sha256 = ${kept.sha256}, progress = 100 where id = ${id}`,
  )
  for (const name of renditions) {
    const bytes = randomBytes(700)
    const { sizeBytes } = await platform.storage.put(keyOf(name), bytes, 'video/mp4')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const facts = {
      mime: 'video/mp4',
      sizeBytes,
      sha256,
      keptAt: new Date(),
      widthPx: null,
      heightPx: null,
      label: null,
    }
    await upsertRendition(db, { mediaId: id, name, key: keyOf(name), ...facts })
  }
  return { id, keyOf }
}

/** The path of an object in the disk store. */
export function fileOf({ config }: Platform, key: string): string {
  return path.join(config.dataDir, 'media', key)
}

/** Makes an object look as if it had been written two days ago. */
export async function age(platform: Platform, key: string): Promise<void> {
  const then = new Date(Date.now() - 48 * 3_600_000)
  await fs.utimes(fileOf(platform, key), then, then)
}
