import { daysAfter, HOLD_DAYS } from '#contract/enforcement/deadlines.ts'
import { enforcementFailures } from '#contract/enforcement/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { deciderOf } from './access.ts'
import { lockCase } from './case-queries.ts'
import { refusePart } from './deciding.ts'
import { listDecisions, storeExtended } from './decision-queries.ts'
import { queueEnd } from './end-measure.ts'
import { mailStatement } from './mails.ts'
import { followLimit } from './page-limits.ts'

/**
 * Holds a page's payouts for as long again, once. Throws `case_not_found`, `nothing_to_extend`, `own_case`, and `same_decider`
 * for whoever decided the first time; the database refuses that, too.
 */
export async function extendHold(
  db: Db,
  { caseId, facts, actor }: { caseId: string; facts: string; actor: StaffActor },
  now: Date,
): Promise<{ from: Date; until: Date }> {
  const row = await lockCase(db, caseId)
  if (!row) throw new Failure(enforcementFailures.case_not_found)
  const [decision] = await listDecisions(db, caseId)
  if (
    decision?.measure !== 'hold_payouts' ||
    decision.untilAt === null ||
    decision.liftedAt !== null ||
    decision.extendedAt !== null
  )
    throw new Failure(enforcementFailures.nothing_to_extend)
  const by = deciderOf(actor)
  if (by === decision.decidedBy) throw new Failure(enforcementFailures.same_decider)
  await refusePart(db, caseId, actor)
  const until = daysAfter(decision.untilAt, HOLD_DAYS)
  await storeExtended(db, decision.id, { by, facts, untilAt: until, now })
  await followLimit(db, row, decision.measure)
  await queueEnd(db, { caseId, decisionId: decision.id }, until, now)
  await enqueue(db, mailStatement, { caseId, decisionId: decision.id })
  return { from: decision.untilAt, until }
}
