import { attachFileToPost } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Viewer } from '#server/platform/http/implement.ts'

import { keepFileAudience, type NewFiles } from '../files.ts'
import { type DraftFileRow, listFilesOfPost, replaceFilesOfPost } from './draft-file-queries.ts'
import type { WrittenPost } from './draft-queries.ts'

type FileOfDraft = Pick<DraftFileRow, 'mediaId' | 'planIds'>

/**
 * The files that a draft is saved with; new ones are attached to it for good. `dropped`: those that are in neither the
 * draft nor the published post any more. Throws `medium_not_found`, `medium_not_usable`.
 */
export async function takeFiles(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  of: { post: WrittenPost; before: { files: DraftFileRow[] }; given: NewFiles | null; now: Date },
): Promise<{ kept: readonly FileOfDraft[]; dropped: string[] }> {
  const { post, before, given, now } = of
  if (given === null) return { kept: before.files, dropped: [] }
  const published = await listFilesOfPost(db, post.id)
  const held = new Set([...before.files, ...published].map(({ mediaId }) => mediaId))
  const kept = new Map(given.map(({ mediaId, planIds = [] }) => [mediaId, { mediaId, planIds }]))
  for (const mediaId of kept.keys()) if (!held.has(mediaId)) await attachFileToPost(db, viewer, mediaId, now)
  const stay = new Set([...kept.keys(), ...published.map(({ mediaId }) => mediaId)])
  const dropped = before.files.map(({ mediaId }) => mediaId).filter((mediaId) => !stay.has(mediaId))
  return { kept: [...kept.values()], dropped }
}

/** The draft's files become the post's; returns the ids of those that are no longer in it. */
export async function publishFiles(
  db: Db,
  post: WrittenPost,
  files: readonly FileOfDraft[],
  now: Date,
): Promise<string[]> {
  const before = await listFilesOfPost(db, post.id)
  const published = []
  for (const { mediaId, planIds } of files)
    published.push({ mediaId, audienceId: await keepFileAudience(db, post.creatorId, planIds, now) })
  await replaceFilesOfPost(db, post.id, published)
  const kept = new Set(files.map(({ mediaId }) => mediaId))
  return before.map(({ mediaId }) => mediaId).filter((mediaId) => !kept.has(mediaId))
}
