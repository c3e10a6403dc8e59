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

/** Gives a role, without a row in the audit log: the call it belongs to writes that. False when they have it. */
export async function giveRole(
  db: Db,
  role: StaffRole,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<boolean> {
  await lockStaff(db)
  if ((await listRoles(db, userId)).includes(role)) return false
  await insertRole(db, { id: newId(now), userId, role, by, now })
  return true
}

/**
 * Ends every role of a person, without a row in the audit log. Answers the roles they had; none of them is ended, and
 * the answer is null, for the last operator.
 */
export async function takeRoles(db: Db, userId: string, now: Date): Promise<StaffRole[] | null> {
  await lockStaff(db)
  const before = await listRoles(db, userId)
  if (before.includes('operator') && !(await hasOtherOperator(db, userId))) return null
  await endRoles(db, userId, now)
  return before
}

/** Gives a person a role on the staff. Returns false, and writes nothing, when they have it. */
export async function grantRole(db: Db, role: StaffRole, command: RoleCommand): Promise<boolean> {
  const { userId, actor, now } = command
  const before = await listRoles(db, userId)
  if (!(await giveRole(db, role, { userId, by: actor.name, now }))) return false
  await writeRow(db, 'grant', command, before)
  return true
}

/**
 * Ends every role of a person, from their next call on. Returns false, and writes nothing, when they have none. Throws
 * for the last operator.
 */
export async function endStaff(db: Db, command: RoleCommand): Promise<boolean> {
  const { userId, now } = command
  const before = await takeRoles(db, userId, now)
  if (before === null) throw new Error('This is the last operator. Grant somebody else that role first.')
  if (before.length === 0) return false
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
