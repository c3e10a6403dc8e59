import { type Db, many, sql } from '#server/platform/db/query.ts'

/**
 * A user's uploads in no post, message, poll or answer to a bank; those belong to later domains. An unfinished upload
 * expires automatically.
 */
export async function listLooseMediumIds(db: Db, ownerId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select m.id from media m where m.owner_id = ${ownerId} and m.state <> 'uploading'
        and not exists (select from post_media held where held.media_id = m.id)
        and not exists (select from posts covered where covered.cover_id = m.id)
        and not exists (select from post_files held where held.media_id = m.id)
        and not exists (select from message_media held where held.media_id = m.id)
        and not exists (select from poll_options held where held.media_id = m.id)
        and not exists (select from dispute_evidence_media held where held.media_id = m.id)`,
  )
  return rows.map(({ id }) => id)
}
