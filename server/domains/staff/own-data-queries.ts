import type { StaffRole } from '#contract/http/permissions.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

export function listOwnRoles(db: Db, userId: string) {
  return many(
    db,
    sql<{ role: StaffRole; grantedAt: Date; endedAt: Date | null }>`select role, created_at as "grantedAt",
        ended_at as "endedAt" from staff where user_id = ${userId} order by id`,
  )
}

export function listOwnActions(db: Db, userId: string) {
  return many(
    db,
    sql<{
      action: string
      at: Date
    }>`select action, at from audit_log where actor_id = ${userId} order by position`,
  )
}

export function listDecisionsAbout(db: Db, userId: string) {
  return many(
    db,
    sql<{ action: string; at: Date; reason: string | null }>`select action, at, reason from audit_log
      where subject_kind = 'user' and subject_id = ${userId} order by position`,
  )
}
