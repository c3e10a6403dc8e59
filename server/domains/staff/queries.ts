import type { StaffRole } from '#contract/http/permissions.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

export async function insertRole(
  db: Db,
  granted: { id: string; userId: string; role: StaffRole; by: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into staff (id, user_id, role, created_at, granted_by)
      values (${granted.id}, ${granted.userId}, ${granted.role}, ${granted.now}, ${granted.by})`,
  )
}

/** The roles a person has now. */
export async function listRoles(db: Db, userId: string): Promise<StaffRole[]> {
  const rows = await many(
    db,
    sql<{
      role: StaffRole
    }>`select role from staff where user_id = ${userId} and ended_at is null order by role`,
  )
  return rows.map(({ role }) => role)
}

export async function endRoles(db: Db, userId: string, now: Date): Promise<void> {
  await run(db, sql`update staff set ended_at = ${now} where user_id = ${userId} and ended_at is null`)
}

/** Granting and ending roles take turns: otherwise two operators could end each other at the same moment. */
export async function lockStaff(db: Db): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtext('cheers staff'))`)
}

/** Whether somebody besides this person is an operator whose account is open. */
export async function hasOtherOperator(db: Db, userId: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isThere: boolean }>`select exists (select from staff s join users u on u.id = s.user_id
      where s.role = 'operator' and s.ended_at is null and s.user_id <> ${userId} and u.status = 'active'
        and u.deletion_due_at is null) as "isThere"`,
  )
  return row.isThere
}

/** Operators and moderators whose account is open. */
export function listJudges(db: Db): Promise<{ name: string; email: string }[]> {
  return many(
    db,
    sql<{
      name: string
      email: string
    }>`select distinct u.name, u.email from staff s join users u on u.id = s.user_id
      where s.role in ('operator', 'moderator') and s.ended_at is null and u.status = 'active' order by u.email
      limit 100`,
  )
}

export interface StaffRow {
  name: string
  email: string
  role: StaffRole
  grantedAt: Date
  grantedBy: string
}

/** Everybody who has a role now, by name; one row a role. */
export function listStaff(db: Db): Promise<StaffRow[]> {
  return many(
    db,
    sql<StaffRow>`select u.name, u.email, s.role, s.created_at as "grantedAt", s.granted_by as "grantedBy"
      from staff s join users u on u.id = s.user_id where s.ended_at is null order by u.name, u.id, s.role limit 1000`,
  )
}
