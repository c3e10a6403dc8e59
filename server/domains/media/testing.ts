import type { UploadKind } from '#contract/media/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { newFolder } from './medium.ts'
import { insertMedium } from './queries.ts'

export { aClip, aTone } from '#server/platform/media-files/clip-testing.ts'
export { announceFile, uploadFile } from './uploads/upload-testing.ts'
export { checkManifest, type ManifestProblem } from './storage/manifest.ts'

/** A medium whose bytes don't matter; ready, and in no post. */
export async function aMedium(
  db: Db,
  ownerId: string,
  kind: UploadKind,
): Promise<{ id: string; folder: string }> {
  const now = new Date()
  const medium = { id: newId(now), folder: newFolder() }
  await insertMedium(db, {
    ...medium,
    ownerId,
    kind,
    name: kind === 'file' ? 'stems.zip' : null,
    state: 'ready',
    alt: '',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  })
  return medium
}
