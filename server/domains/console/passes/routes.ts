import { consoleFailures as failures } from '#contract/console/failures.ts'
import * as contract from '#contract/console/pass-routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { endPass, findPassInUse, openPass } from '#server/domains/staff/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff, type Staff } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

/** Eight digits, of which few are worth something at any time: guessing among them would take years. */
const codesPerStaff: Limit = { name: 'support-codes', points: 10, windowSeconds: 900 }

/** Commands have nobody on the telephone. */
export function looksAt({ actor }: Staff): string {
  if (actor.kind !== 'user') throw new Failure(platformFailures.forbidden)
  return actor.id
}

export const passImplementations: Implementation[] = [
  implementForStaff(
    contract.redeemPass,
    async (db, { input: { code }, staff, now }) => {
      const pass = await openPass(db, { code, by: looksAt(staff), now })
      if (!pass) throw new Failure(failures.pass_unknown)
      staff.audit({
        action: 'use-pass',
        subject: { kind: 'user', id: pass.userId },
        reason: null,
        before: {},
        after: { until: pass.expiresAt.toISOString() },
      })
      return { passId: pass.id }
    },
    { limits: [{ limit: codesPerStaff, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForStaff(contract.getPass, async (db, { input: { passId }, staff, now }) => {
    const pass = await findPassInUse(db, { id: passId, by: looksAt(staff), now })
    if (!pass) throw new Failure(failures.pass_over)
    const { userId, name, username, expiresAt } = pass
    return { person: { _id: userId, name, username }, expiresAt: expiresAt.toISOString() }
  }),

  implementForStaff(contract.leavePass, async (db, { input: { passId }, staff, now }) => {
    const pass = await findPassInUse(db, { id: passId, by: looksAt(staff), now })
    if (!pass) throw new Failure(failures.pass_over)
    const changed = await endPass(db, pass.userId, now)
    staff.audit({
      action: 'end-pass',
      subject: { kind: 'user', id: pass.userId },
      reason: null,
      before: {},
      after: {},
    })
    return { changed }
  }),
]
