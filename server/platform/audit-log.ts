import type { StaffRole } from '#contract/http/permissions.ts'

import { type Db, run, sql } from './db/query.ts'
import type { Occasion } from './http/occasion.ts'
import type { StaffActor } from './http/principal.ts'
import { newId } from './ids.ts'

/** States, amounts and the like; never what people wrote, because rows of the audit log stay. */
type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** What a member of the staff did, to what, and why. */
export interface Act {
  action: string
  subject: {
    kind:
      | 'user'
      | 'case'
      | 'grievance'
      | 'payment'
      | 'refund'
      | 'payout'
      | 'approval'
      | 'job'
      | 'event'
      | 'error'
    id: string
  }
  reason: string | null
  before: Facts
  after: Facts
}

/** Adds a row to the audit log. The database seals it, and refuses to change it afterwards. */
export async function writeAuditRow(
  db: Db,
  { actor, role, now, requestId }: Occasion & { actor: StaffActor; role: StaffRole },
  { action, subject, reason, before, after }: Act,
): Promise<void> {
  const [actorId, actorName] = actor.kind === 'user' ? [actor.id, null] : [null, actor.name]
  await run(
    db,
    sql`insert into audit_log (id, at, actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id,
        reason, before, after, request_id)
      values (${newId(now)}, ${now}, ${actor.kind}, ${actorId}, ${actorName}, ${role}, ${action}, ${subject.kind},
        ${subject.id}, ${reason}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${requestId})`,
  )
}
