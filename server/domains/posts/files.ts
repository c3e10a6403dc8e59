import type * as z from 'zod/mini'

import type { filesOfPost, postFile } from '#contract/posts/files.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { keepAudience } from '#server/domains/audiences/service.ts'
import { attachFileToPost } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Viewer } from '#server/platform/http/implement.ts'

import type { Reader } from './access.ts'
import { listPostFiles, type PostFileRow } from './file-queries.ts'
import type { PostRow } from './listed-post-queries.ts'

export type NewFiles = z.infer<typeof filesOfPost>

/** Attaches the files of a new post; returns them with their audiences, and whether all of them are ready. */
export async function attachFiles(
  db: Db,
  post: { viewer: Pick<Viewer, 'id'>; creatorId: string; files: NewFiles; now: Date },
): Promise<{ files: { mediaId: string; audienceId: string | null }[]; areReady: boolean }> {
  const { viewer, creatorId, now } = post
  const files = []
  let areReady = true
  for (const { mediaId, planIds = [] } of post.files) {
    const { state } = await attachFileToPost(db, viewer, mediaId, now)
    areReady &&= state === 'ready'
    files.push({ mediaId, audienceId: await keepFileAudience(db, creatorId, planIds, now) })
  }
  return { files, areReady }
}

/** null: whoever reads the post may have the file. Throws `plan_not_found`. */
export async function keepFileAudience(
  db: Db,
  creatorId: string,
  planIds: readonly string[],
  now: Date,
): Promise<string | null> {
  if (planIds.length === 0) return null
  const step = { reach: 'plans' as const, planIds: [...planIds], isExact: false, fromAt: null, untilAt: null }
  return keepAudience(db, creatorId, [step], now)
}

/** The files of those posts that the viewer may read, by post. */
export async function findFilesOfPosts(
  db: Db,
  rows: readonly PostRow[],
  reader: Reader,
): Promise<(row: PostRow) => z.infer<typeof postFile>[]> {
  // Its creator also sees those that aren't ready, which aren't counted.
  const mayHave = ({ html, fileCount, ownerId }: PostRow) =>
    html !== null && (fileCount > 0 || ownerId === reader.viewerId)
  const postIds = rows.filter(mayHave).map(({ id }) => id)
  const files = postIds.length === 0 ? [] : await listPostFiles(db, reader, postIds)
  return (row) => files.filter(({ postId }) => postId === row.id).map(presentFile)
}

function presentFile(row: PostFileRow): z.infer<typeof postFile> {
  const { planId, planName, planPriceCents, planCurrency } = row
  return {
    _id: row.mediaId,
    name: row.name,
    sizeBytes: row.sizeBytes,
    isOpen: row.isOpen,
    state: row.state,
    plan:
      planId === null || planName === null || planPriceCents === null || planCurrency === null
        ? null
        : {
            _id: planId,
            name: planName,
            price: dollarsFromCents(planPriceCents),
            currency: planCurrency,
            isOffered: row.isPlanOffered,
          },
    downloads: row.isOwn ? row.downloads : null,
  }
}
