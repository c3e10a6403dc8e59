import type { Db } from '#server/platform/db/query.ts'

import { listRoles } from './queries.ts'

export { listJudges } from './queries.ts'

/** Whether somebody works for the operator now. */
export async function isOnStaff(db: Db, userId: string): Promise<boolean> {
  return (await listRoles(db, userId)).length > 0
}
