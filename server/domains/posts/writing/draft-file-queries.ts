import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import { putPostFiles } from '../file-queries.ts'

/** A file of what is being written. */
export interface DraftFileRow {
  mediaId: string
  name: string
  sizeBytes: number
  state: 'uploading' | 'processing' | 'ready' | 'failed'
  /** Only for holders of these plans; empty: whoever reads the post. */
  planIds: string[]
}

export function listFilesOfDraft(db: Db, postId: string): Promise<DraftFileRow[]> {
  return many(
    db,
    sql<DraftFileRow>`select m.id as "mediaId", m.name, coalesce(m.size_bytes, 0) as "sizeBytes", m.state,
        f.plan_ids as "planIds"
      from post_draft_files f join media m on m.id = f.media_id where f.post_id = ${postId} order by f.position`,
  )
}

export function listFilesOfPost(db: Db, postId: string): Promise<DraftFileRow[]> {
  return many(
    db,
    sql<DraftFileRow>`select m.id as "mediaId", m.name, coalesce(m.size_bytes, 0) as "sizeBytes", m.state,
        array(select named.plan_id from audience_step_plans named where named.audience_id = f.audience_id
          order by named.plan_id) as "planIds"
      from post_files f join media m on m.id = f.media_id where f.post_id = ${postId} order by f.position`,
  )
}

export async function replaceFilesOfDraft(
  db: Db,
  postId: string,
  files: readonly Pick<DraftFileRow, 'mediaId' | 'planIds'>[],
): Promise<void> {
  await run(db, sql`delete from post_draft_files where post_id = ${postId}`)
  if (files.length === 0) return
  await run(
    db,
    // Arrays of several dimensions have to be rectangular, so the plans come as JSON.
    sql`insert into post_draft_files (post_id, media_id, position, plan_ids)
      select ${postId}, (file ->> 'mediaId')::uuid, place - 1,
        array(select jsonb_array_elements_text(file -> 'planIds'))::uuid[]
      from jsonb_array_elements(${JSON.stringify(files)}::jsonb) with ordinality given (file, place)`,
  )
}

/** Those that stay keep how often they were downloaded. */
export async function replaceFilesOfPost(
  db: Db,
  postId: string,
  files: readonly { mediaId: string; audienceId: string | null }[],
): Promise<void> {
  const mediaIds = files.map(({ mediaId }) => mediaId)
  await run(
    db,
    sql`delete from post_files where post_id = ${postId} and media_id <> all(${mediaIds}::uuid[])`,
  )
  // Places are unique, so that two files can't change them with each other at once.
  await run(db, sql`update post_files set position = position + 1000 where post_id = ${postId}`)
  await putPostFiles(db, postId, files)
}
