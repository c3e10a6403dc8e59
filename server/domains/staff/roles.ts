import type { StaffRole } from '#contract/http/permissions.ts'
import { writeAuditRow } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Occasion } from '#server/platform/http/occasion.ts'
import type { OperatorCommand } from '#server/platform/http/principal.ts'
import { newId } from '#server/platform/ids.ts'

import { endRoles, hasOtherOperator, insertRole, listRoles, lockStaff } from './queries.ts'

/** A command about the roles of a person. */
interface RoleCommand extends Occasion {
  userId: string
  actor: OperatorCommand
}

/** Gives a person a role on the staff. Returns false, and writes nothing, when they have it. */
export async function grantRole(db: Db, role: StaffRole, command: RoleCommand): Promise<boolean> {
  const { userId, actor, now } = command
  await lockStaff(db)
  const before = await listRoles(db, userId)
  if (before.includes(role)) return false
  await insertRole(db, { id: newId(now), userId, role, by: actor.name, now })
  await writeRow(db, 'grant', command, before)
  return true
}

/**
 * Ends every role of a person, from their next call on. Returns false, and writes nothing, when they have none. Throws
 * for the last operator.
 */
export async function endStaff(db: Db, command: RoleCommand): Promise<boolean> {
  const { userId, now } = command
  await lockStaff(db)
  const before = await listRoles(db, userId)
  if (before.length === 0) return false
  if (before.includes('operator') && !(await hasOtherOperator(db, userId)))
    throw new Error('This is the last operator. Grant somebody else that role first.')
  await endRoles(db, userId, now)
  await writeRow(db, 'end', command, before)
  return true
}

async function writeRow(
  db: Db,
  action: 'grant' | 'end',
  { userId, ...by }: RoleCommand,
  before: StaffRole[],
): Promise<void> {
  await writeAuditRow(
    db,
    { ...by, role: 'operator' },
    {
      action,
      subject: { kind: 'user', id: userId },
      reason: null,
      before: { roles: before },
      after: { roles: await listRoles(db, userId) },
    },
  )
}
