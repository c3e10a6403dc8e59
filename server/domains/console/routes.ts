import { platformFailures } from '#contract/http/route.ts'
import * as contract from '#contract/console/rights-routes.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'
import { findRestoredCopy } from '#server/platform/restored-copy.ts'

export const consoleImplementations: Implementation[] = [
  implementForStaff(contract.getOwnRights, async (db, { staff: { actor } }) => {
    // Commands have no account, and no screen to open.
    if (actor.kind !== 'user') throw new Failure(platformFailures.forbidden)
    const restoredTo = (await findRestoredCopy(db))?.moment.toISOString() ?? null
    return { _id: actor.id, name: actor.name, roles: [...actor.roles], restoredTo }
  }),
]
