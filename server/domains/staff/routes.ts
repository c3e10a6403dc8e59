import { accountFailures } from '#contract/accounts/failures.ts'
import { staffFailures } from '#contract/staff/failures.ts'
import * as contract from '#contract/staff/routes.ts'
import {
  askForRemoval,
  reinstateAccount,
  stopRemoval,
  suspendAccount,
} from '#server/domains/accounts/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff, type Staff } from '#server/platform/http/implement.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'

import { listRoles } from './queries.ts'

/** What is recorded as having decided: an account by its id, which stays true when the account is gone. */
function nameOf(actor: StaffActor): string {
  return actor.kind === 'user' ? actor.id : actor.name
}

/** Nobody decides about their own account. */
function refuseOwn({ actor }: Staff, userId: string): void {
  if (actor.kind === 'user' && actor.id === userId) throw new Failure(accountFailures.own_account)
}

export const staffImplementations: Implementation[] = [
  implementForStaff(contract.suspendPerson, async (db, { input, staff, now }) => {
    const { userId, reason } = input
    refuseOwn(staff, userId)
    // Otherwise whoever may suspend could lock out those who are above them.
    if ((await listRoles(db, userId)).length > 0) throw new Failure(staffFailures.staff_member)
    const changed = await suspendAccount(db, { userId, reason, by: nameOf(staff.actor), now })
    staff.audit({
      action: 'suspend',
      subject: { kind: 'user', id: userId },
      reason,
      before: { status: changed ? 'active' : 'suspended' },
      after: { status: 'suspended' },
    })
    return { changed }
  }),

  implementForStaff(contract.reinstatePerson, async (db, { input, staff, now }) => {
    const { userId, reason } = input
    refuseOwn(staff, userId)
    const changed = await reinstateAccount(db, { userId, reason, by: nameOf(staff.actor), now })
    staff.audit({
      action: 'reinstate',
      subject: { kind: 'user', id: userId },
      reason,
      before: { status: changed ? 'suspended' : 'active' },
      after: { status: 'active' },
    })
    return { changed }
  }),

  implementForStaff(contract.removeLostFactors, async (db, { input, staff, now }) => {
    const { userId, reason } = input
    refuseOwn(staff, userId)
    const by = nameOf(staff.actor)
    const { recovery, changed } = await askForRemoval(db, { userId, reason, by, now })
    const removedAt = recovery.dueAt?.toISOString() ?? null
    staff.audit({
      action: 'lost-factors',
      subject: { kind: 'user', id: userId },
      reason,
      before: {},
      after: { askedBy: recovery.askedBy, removedAt },
    })
    return { changed, removedAt }
  }),

  implementForStaff(contract.keepLostFactors, async (db, { input, staff, now }) => {
    const { userId, reason } = input
    refuseOwn(staff, userId)
    const changed = await stopRemoval(db, userId, now)
    staff.audit({
      action: 'keep-factors',
      subject: { kind: 'user', id: userId },
      reason,
      before: {},
      after: { changed },
    })
    return { changed }
  }),
]
