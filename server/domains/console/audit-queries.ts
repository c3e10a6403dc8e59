import type { StaffRole } from '#contract/http/permissions.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

export interface AuditRow {
  id: string
  position: number
  at: Date
  actorId: string | null
  by: string
  role: StaffRole
  action: string
  subjectKind: string
  subjectId: string
  reason: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
  isSealed: boolean
}

/**
 * Rows of the audit log, the latest first. The cursor is a row's id. Each seal is computed again from what the row says
 * and from the seal before it: a row that was altered, or whose predecessor was, isn't sealed any more.
 */
export function listAuditRows(
  db: Db,
  filter: {
    actorId: string | null
    action: string
    subjectId: string | null
    beforeId: string | null
    limit: number
  },
): Promise<AuditRow[]> {
  const { actorId, action, subjectId, beforeId, limit } = filter
  const conditions = [
    sql`true`,
    ...(actorId === null ? [] : [sql`a.actor_id = ${actorId}`]),
    ...(action === '' ? [] : [sql`a.action = ${action}`]),
    ...(subjectId === null ? [] : [sql`a.subject_id = ${subjectId}`]),
    ...(beforeId === null ? [] : [sql`a.position < (select position from audit_log where id = ${beforeId})`]),
  ]
  return many(
    db,
    sql<AuditRow>`select a.id, a.position::float8 as position, a.at, a.actor_id as "actorId",
        coalesce(u.name, a.actor_name) as by, a.role, a.action, a.subject_kind as "subjectKind",
        a.subject_id as "subjectId", a.reason, a.before, a.after,
        a.hash = sha256(coalesce((select e.hash from audit_log e where e.position = a.position - 1),
            case when a.position = 1 then decode(repeat('00', 32), 'hex') end, ''::bytea)
          || convert_to(audit_canonical(a), 'UTF8')) as "isSealed"
      from audit_log a left join users u on u.id = a.actor_id
      where ${sql.join(conditions, sql` and `)} order by a.position desc limit ${limit}`,
  )
}

export interface StaffMemberRow {
  id: string
  name: string
  hasFactor: boolean
  role: StaffRole
  grantedAt: Date
  grantedBy: string
}

/** One row a role, by name. Who granted it may be one or two accounts, by their ids. */
export function listStaffRoles(db: Db): Promise<StaffMemberRow[]> {
  return many(
    db,
    sql<StaffMemberRow>`select u.id, u.name, s.role, s.created_at as "grantedAt",
        coalesce((select string_agg(g.name, ', ' order by g.name) from users g
          where s.granted_by ~ '^[0-9a-f]{8}-' and g.id::text = any(string_to_array(s.granted_by, ', '))
            and g.id in (select user_id from staff)), s.granted_by) as "grantedBy",
        exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasFactor"
      from staff s join users u on u.id = s.user_id where s.ended_at is null order by u.name, u.id, s.role limit 1000`,
  )
}
