import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export async function setDeletion(
  db: Db,
  userId: string,
  deletion: { requestedAt: Date; dueAt: Date } | null,
): Promise<void> {
  await run(
    db,
    sql`update users set deletion_requested_at = ${deletion?.requestedAt ?? null}::timestamptz,
        deletion_due_at = ${deletion?.dueAt ?? null}::timestamptz
      where id = ${userId} and erased_at is null`,
  )
}

/**
 * Whether a user is about to leave, or has left. Shares the row's lock until the transaction ends: a deletion waits for
 * anything begun before it, and finds it.
 */
export async function isLeaving(db: Db, userId: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isLeaving: boolean }>`select deletion_due_at is not null as "isLeaving" from users
      where id = ${userId} for share`,
  )
  return row.isLeaving
}

export interface LeavingUser {
  id: string
  name: string
  email: string
  profileImage: string | null
  deletionDueAt: Date
}

/** A user who requested deletion and isn't erased yet, locked. */
export function lockLeavingUser(db: Db, userId: string): Promise<LeavingUser | null> {
  return maybeOne(
    db,
    sql<LeavingUser>`select id, name, email, profile_image as "profileImage", deletion_due_at as "deletionDueAt"
      from users where id = ${userId} and deletion_due_at is not null and erased_at is null for update`,
  )
}

export async function listOverdueUserIds(db: Db, now: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select id from users where deletion_due_at <= ${now} and erased_at is null
      order by deletion_due_at limit 1000`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Takes the person out of a row that payments still reference. E-mail address and username are free again; the
 * placeholders belong to nobody: `.invalid` receives no mail (RFC 2606).
 */
export async function eraseUser(db: Db, userId: string, now: Date): Promise<void> {
  await run(db, sql`delete from sign_ups where email = (select email from users where id = ${userId})`)
  await run(
    db,
    sql`update users set name = 'Former member', username = 'former-' || right(id::text, 12), email = id || '@erased.invalid',
        password_hash = null, country = null, time_zone = null, profile_image = null, age_confirmed_at = null, erased_at = ${now}
      where id = ${userId}`,
  )
  await run(db, sql`delete from user_identities where user_id = ${userId}`)
  await run(db, sql`delete from sessions where user_id = ${userId}`)
  await run(db, sql`delete from mail_tokens where user_id = ${userId}`)
  await run(db, sql`delete from activation_codes where user_id = ${userId}`)
  await run(db, sql`delete from known_places where user_id = ${userId}`)
  await run(db, sql`delete from second_factors where user_id = ${userId}`)
  await run(db, sql`delete from recovery_codes where user_id = ${userId}`)
  await run(db, sql`delete from proof_challenges where user_id = ${userId}`)
  await run(db, sql`delete from email_changes where user_id = ${userId}`)
  await run(db, sql`delete from factor_recoveries where user_id = ${userId}`)
  await run(db, sql`delete from blocks where blocker_id = ${userId} or blocked_id = ${userId}`)
}
