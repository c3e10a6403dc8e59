import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface MailedFollow {
  id: string
  /** null once it was used. */
  email: string | null
  creatorId: string
  isUsed: boolean
}

const columns = sql`id, email, creator_id as "creatorId", used_at is not null as "isUsed"`

/** Keeps a wish; the same wish again only lasts longer. Returns its id. */
export async function saveMailedFollow(
  db: Db,
  wish: { id: string; email: string; creatorId: string; expiresAt: Date },
): Promise<string> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`insert into mailed_follows (id, email, creator_id, expires_at)
      values (${wish.id}, ${wish.email}, ${wish.creatorId}, ${wish.expiresAt})
      on conflict (email, creator_id) do update set expires_at = excluded.expires_at returning id`,
  )
  return row?.id ?? wish.id
}

export function findMailedFollow(db: Db, id: string): Promise<MailedFollow | null> {
  return maybeOne(db, sql<MailedFollow>`select ${columns} from mailed_follows where id = ${id}`)
}

/** Of a link that still works, or has been used; null: unknown or expired. */
export function findMailedFollowOfLink(db: Db, hash: Buffer, now: Date): Promise<MailedFollow | null> {
  return maybeOne(
    db,
    sql<MailedFollow>`select ${columns} from mailed_follows where token_hash = ${hash} and expires_at > ${now}`,
  )
}

export function lockMailedFollowOfLink(db: Db, hash: Buffer, now: Date): Promise<MailedFollow | null> {
  return maybeOne(
    db,
    sql<MailedFollow>`select ${columns} from mailed_follows
      where token_hash = ${hash} and expires_at > ${now} for update`,
  )
}

/** The link mailed last is the one that works. */
export async function saveLink(db: Db, id: string, hash: Buffer): Promise<void> {
  await run(db, sql`update mailed_follows set token_hash = ${hash} where id = ${id} and used_at is null`)
}

export async function markMailedFollowUsed(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update mailed_follows set used_at = ${now}, email = null where id = ${id}`)
}

export async function deleteMailedFollow(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from mailed_follows where id = ${id}`)
}

/** A limited number at a time, the longest expired first. */
export async function deleteExpiredMailedFollows(db: Db, now: Date): Promise<void> {
  await run(
    db,
    sql`delete from mailed_follows where id in (
      select id from mailed_follows where expires_at < ${now} order by expires_at limit 5000)`,
  )
}
