import { deskFailures } from '#contract/console/desk-failures.ts'
import { listErrors, resolveError } from '#contract/console/error-routes.ts'
import { resolveSeenError } from '#server/platform/errors/queries.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import { findErrorGroup, listErrorGroups } from './queries.ts'

const PER_PAGE = 50

export const errorImplementations: Implementation[] = [
  implementForStaff(listErrors, async (db, { input }) => {
    const { state = 'open', cursor = null, limit = PER_PAGE } = input
    const groups = await listErrorGroups(db, { state, cursor, limit })
    return groups.map(({ id, firstSeenAt, lastSeenAt, resolvedAt, ...group }) => ({
      _id: id,
      ...group,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
    }))
  }),

  implementForStaff(resolveError, async (db, { input: { errorId }, staff, now }) => {
    const group = await findErrorGroup(db, errorId)
    if (!group || !(await resolveSeenError(db, errorId, now))) throw new Failure(deskFailures.error_not_found)
    staff.audit({
      action: 'resolve-error',
      subject: { kind: 'error', id: errorId },
      reason: null,
      before: { place: group.place, kind: group.kind, count: group.count, state: 'open' },
      after: { state: 'resolved' },
    })
    return { errorId }
  }),
]
