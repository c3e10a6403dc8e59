import type { StaffRole } from '#contract/http/permissions.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import type { OperatorCommand } from '#server/platform/http/principal.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { grantRole } from './roles.ts'

/** What a command of `npm run staff` acts as. */
export const COMMAND: OperatorCommand = { kind: 'operator-command', name: 'dev', roles: ['operator'] }

/** A signed-in member of the staff. */
export async function aStaffMember(
  { db, platform }: { db: Db; platform: Platform },
  ...roles: StaffRole[]
): Promise<{ id: string; session: { token: string; cookie: string } }> {
  const { id } = await aUser(db)
  const now = platform.clock.now()
  const command = { userId: id, actor: COMMAND, now, requestId: newId(now) }
  for (const role of roles) await db.transaction().execute((within) => grantRole(within, role, command))
  return { id, session: await aSession(db, platform, id) }
}
