import { consoleFailures as failures } from '#contract/console/failures.ts'
import { SEEN_WITH_PASS } from '#contract/console/pass-routes.ts'
import { findPassInUse, giverOf } from '#server/domains/staff/service.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Implementation } from '#server/platform/http/implement.ts'

import { looksAt } from './routes.ts'

/**
 * Calls of members that the staff make with a pass, answered by the same handlers: whoever gave it would get just that.
 * `implementations`: those of the product.
 */
export function seenWithPass(implementations: readonly Implementation[]): Implementation[] {
  return SEEN_WITH_PASS.map(({ own, seen }) => {
    const answering = implementations.find(({ route }) => route === own)
    if (!answering) throw new Error(`${own.method} ${own.path} has no handler`)
    return {
      route: seen,
      options: {},
      mode: 'one transaction',
      async handle(db, inTransaction, call) {
        const { passId, ...input } = call.input as { passId: string }
        if (!call.staff) throw new Error(`${seen.path} is for the staff`)
        const pass = await findPassInUse(db, { id: passId, by: looksAt(call.staff), now: call.now })
        if (!pass) throw new Failure(failures.pass_over)
        return answering.handle(db, inTransaction, {
          ...call,
          input,
          viewer: giverOf(pass, passId),
          staff: null,
        })
      },
    }
  })
}
