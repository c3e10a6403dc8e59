import type { Db } from '#server/platform/db/query.ts'

import { listRoles } from './queries.ts'

export { hasOtherOperator, listJudges } from './queries.ts'
export { endPass, findPassInUse, giverOf, openPass } from './passes/passes.ts'
export { giveRole, takeRoles } from './roles.ts'

/** Whether somebody works for the operator now. */
export async function isOnStaff(db: Db, userId: string): Promise<boolean> {
  return (await listRoles(db, userId)).length > 0
}

/** Whether somebody is an operator now. */
export async function isOperator(db: Db, userId: string): Promise<boolean> {
  return (await listRoles(db, userId)).includes('operator')
}
