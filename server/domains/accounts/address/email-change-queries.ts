import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface EmailChangeRow {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  createdAt: Date
  expiresAt: Date
  oldConfirmedAt: Date | null
  newConfirmedAt: Date | null
  appliedAt: Date | null
  undoneAt: Date | null
}

const columns = sql`id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail", created_at as "createdAt",
  expires_at as "expiresAt", old_confirmed_at as "oldConfirmedAt", new_confirmed_at as "newConfirmedAt",
  applied_at as "appliedAt", undone_at as "undoneAt"`

export async function insertEmailChange(
  db: Db,
  change: Pick<EmailChangeRow, 'id' | 'userId' | 'oldEmail' | 'newEmail' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  await run(
    db,
    sql`insert into email_changes (id, user_id, old_email, new_email, created_at, expires_at)
      values (${change.id}, ${change.userId}, ${change.oldEmail}, ${change.newEmail}, ${change.createdAt},
        ${change.expiresAt})`,
  )
}

export function findEmailChange(db: Db, id: string): Promise<EmailChangeRow | null> {
  return maybeOne(db, sql<EmailChangeRow>`select ${columns} from email_changes where id = ${id}`)
}

/** A change that somebody still has to confirm. */
export function findOpenEmailChange(db: Db, userId: string, now: Date): Promise<EmailChangeRow | null> {
  return maybeOne(
    db,
    sql<EmailChangeRow>`select ${columns} from email_changes
      where user_id = ${userId} and applied_at is null and expires_at > ${now}`,
  )
}

export async function deleteOpenEmailChange(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from email_changes where user_id = ${userId} and applied_at is null`)
}

export async function confirmSide(db: Db, id: string, side: 'old' | 'new', now: Date): Promise<void> {
  const column = sql.ref(side === 'old' ? 'old_confirmed_at' : 'new_confirmed_at')
  await run(db, sql`update email_changes set ${column} = ${now} where id = ${id}`)
}

export async function markApplied(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update email_changes set applied_at = ${now} where id = ${id}`)
}

export async function markUndone(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update email_changes set undone_at = ${now} where id = ${id}`)
}

export async function saveEmail(db: Db, userId: string, email: string): Promise<void> {
  await run(db, sql`update users set email = ${email} where id = ${userId}`)
}

/** A sign-up that was never activated, in the way of somebody who has proved that they read the address. */
export async function deletePendingUser(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from users where id = ${userId} and email_verified_at is null`)
}

export function listEmailChanges(db: Db, userId: string): Promise<EmailChangeRow[]> {
  return many(
    db,
    sql<EmailChangeRow>`select ${columns} from email_changes where user_id = ${userId} order by id`,
  )
}

/** Those that came to nothing, and those that can no longer be taken back. */
export async function deleteStaleEmailChanges(
  db: Db,
  { now, appliedBefore }: { now: Date; appliedBefore: Date },
): Promise<void> {
  await run(
    db,
    sql`delete from email_changes where expires_at < ${now}
      and (applied_at is null or applied_at < ${appliedBefore})`,
  )
}
