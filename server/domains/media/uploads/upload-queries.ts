import type { UploadKind } from '#contract/media/rules.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface UploadRow {
  id: string
  userId: string
  kind: UploadKind
  /** Its medium's folder in the store. */
  folder: string
  sizeBytes: number
  expiresAt: Date
}

/** A user's uploads begin one after another, so that they can be counted. */
export async function lockUploadsOf(db: Db, userId: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${userId}`}, 0))`)
}

export async function countOpenUploads(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*) as count from uploads
      where user_id = ${userId} and expires_at > ${now}`,
  )
  return count
}

export async function insertUpload(
  db: Db,
  upload: { id: string; userId: string; sizeBytes: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into uploads (id, user_id, size_bytes, created_at, expires_at)
      values (${upload.id}, ${upload.userId}, ${upload.sizeBytes}, ${upload.createdAt}, ${upload.expiresAt})`,
  )
}

export function findUpload(db: Db, id: string): Promise<UploadRow | null> {
  return maybeOne(
    db,
    sql<UploadRow>`select u.id, u.user_id as "userId", m.kind, m.folder, u.size_bytes as "sizeBytes",
        u.expires_at as "expiresAt"
      from uploads u join media m on m.id = u.id where u.id = ${id}`,
  )
}

/** Answers whether there were parts of it in the store, which are to go as well: `forgetUpload`. */
export async function deleteUpload(db: Db, id: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ hadParts: boolean }>`delete from uploads u where id = ${id}
      returning exists (select from upload_parts p where p.upload_id = u.id) as "hadParts"`,
  )
  return row?.hadParts ?? false
}

/** Media that nobody will use any more: uploads not finished in time, files no post ever took. */
export async function listExpiredIds(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from media where attached_at is null and expires_at <= ${now}
      order by expires_at limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Media whose preparation was interrupted, with their claims expired. */
export function listAbandoned(db: Db, now: Date): Promise<{ id: string; kind: UploadKind }[]> {
  return many(
    db,
    sql<{ id: string; kind: UploadKind }>`select id, kind from media
      where (state = 'processing' or (state = 'ready' and progress < 100)) and claimed_until <= ${now} limit 100`,
  )
}
