import { accountFailures } from '#contract/accounts/failures.ts'
import * as contract from '#contract/console/audit-routes.ts'
import { ALONE_AFTER_HOURS, APPROVAL_ACTIONS, DECIDED_WITH } from '#contract/console/rules.ts'
import { consoleFailures } from '#contract/console/failures.ts'
import { type Permission, permitOf } from '#contract/http/permissions.ts'
import { type OutputOf, platformFailures } from '#contract/http/route.ts'
import { takeRoles } from '#server/domains/staff/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { listApprovals } from './approval-queries.ts'
import { ask, mayDecide } from './approvals.ts'
import { listAuditRows, listStaffRoles } from './audit-queries.ts'
import { grantAlone } from './grants.ts'
import * as overview from './overview-queries.ts'
import { findPerson } from './people-queries.ts'

type StaffMember = OutputOf<typeof contract.listStaffMembers>[number]

const ROWS_PER_PAGE = 50
const CASES_SHOWN = 10
const HOUR_MS = 3_600_000

/** "status: active". */
function linesOf(facts: Record<string, unknown>): string[] {
  return Object.entries(facts).map(
    ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') || 'none' : String(value)}`,
  )
}

export const auditImplementations: Implementation[] = [
  implementForStaff(contract.listStaffMembers, async (db) => {
    const members = new Map<string, StaffMember>()
    for (const { id, name, hasFactor, role, grantedAt, grantedBy } of await listStaffRoles(db)) {
      const member = members.get(id) ?? { _id: id, name, hasFactor, roles: [] }
      member.roles.push({ role, grantedAt: grantedAt.toISOString(), grantedBy })
      members.set(id, member)
    }
    return [...members.values()]
  }),

  implementForStaff(contract.askForRole, async (db, { input, staff, now }) => {
    const { userId, role, reason } = input
    const { actor } = staff
    // Commands have their own way: npm run staff.
    if (actor.kind !== 'user') throw new Failure(platformFailures.forbidden)
    if (actor.id === userId) throw new Failure(consoleFailures.own_matter)
    const person = await findPerson(db, userId)
    if (person?.state !== 'active') throw new Failure(accountFailures.person_not_found)
    if (person.roles.includes(role)) throw new Failure(consoleFailures.has_role)
    const by = actor.id
    const approvalId = await ask(db, {
      action: 'grant-role',
      subjectId: userId,
      concernedIds: [userId],
      payload: { role },
      reason,
      by,
      now,
    })
    await enqueue(
      db,
      grantAlone,
      { approvalId },
      { key: `grant-alone:${approvalId}`, delayMs: ALONE_AFTER_HOURS * HOUR_MS },
    )
    staff.audit({
      action: 'ask-grant-role',
      subject: { kind: 'user', id: userId },
      reason,
      before: { roles: person.roles },
      after: { role },
    })
    return { userId }
  }),

  implementForStaff(contract.endRolesOf, async (db, { input: { userId, reason }, staff, now }) => {
    if (staff.actor.kind === 'user' && staff.actor.id === userId)
      throw new Failure(consoleFailures.own_matter)
    const before = await takeRoles(db, userId, now)
    if (before === null) throw new Failure(consoleFailures.last_operator)
    if (before.length === 0) throw new Failure(consoleFailures.not_on_staff)
    staff.audit({
      action: 'end',
      subject: { kind: 'user', id: userId },
      reason,
      before: { roles: before },
      after: { roles: [] },
    })
    return { userId }
  }),

  implementForStaff(contract.listAuditLog, async (db, { input, staff }) => {
    const { actor, reach } = staff
    const own = actor.kind === 'user' ? actor.id : null
    const rows = await listAuditRows(db, {
      actorId: reach === 'all' ? (input.actorId ?? null) : own,
      action: input.action ?? '',
      subjectId: input.subjectId ?? null,
      beforeId: input.cursor ?? null,
      limit: input.limit ?? ROWS_PER_PAGE,
    })
    return rows.map(({ id, at, subjectKind, subjectId, before, after, ...row }) => ({
      _id: id,
      ...row,
      at: at.toISOString(),
      subject: { kind: subjectKind, id: subjectId },
      before: linesOf(before),
      after: linesOf(after),
    }))
  }),

  implementForStaff(contract.getOverview, async (db, { staff: { actor }, now }) => {
    const may = (permission: Permission) => permitOf(actor.roles, permission)?.reach === 'all'
    const cases = may('cases') ? await overview.listDueCases(db, CASES_SHOWN) : null
    const grievances = may('cases') ? await overview.grievancesDue(db) : null
    const held = may('payouts.hold') || may('payouts.release') ? await overview.heldPayouts(db, now) : null
    const disputes = may('money.read') ? await overview.openDisputes(db) : null
    const waiting = await listApprovals(db, {
      isWaiting: true,
      actions: APPROVAL_ACTIONS.filter((action) => may(DECIDED_WITH[action])),
      askedBy: null,
      now,
      beforeId: null,
      limit: 100,
    })
    return {
      cases: cases && {
        count: await overview.countOpenCases(db),
        first: cases.map(({ id, number, dueAt }) => ({
          _id: id,
          number,
          dueAt: dueAt.toISOString(),
          isLate: dueAt <= now,
        })),
      },
      appeals: may('appeals') ? await overview.countAppeals(db) : null,
      grievances: grievances && {
        count: grievances.count,
        dueAt: grievances.firstAt?.toISOString() ?? null,
      },
      heldPayouts: held && { count: held.count, untilAt: held.firstAt?.toISOString() ?? null },
      refundRequests: permitOf(actor.roles, 'refunds') ? await overview.countRefundRequests(db) : null,
      openDisputes: disputes && {
        count: disputes.count,
        respondBy: disputes.firstAt?.toISOString() ?? null,
      },
      approvals: waiting.filter((row) => mayDecide(actor, row, now).why === null).length,
    }
  }),
]
