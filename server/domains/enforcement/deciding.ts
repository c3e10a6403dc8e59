import { APPEAL_DAYS, daysAfter, STRIKE_DAYS } from '#contract/enforcement/deadlines.ts'
import { enforcementFailures } from '#contract/enforcement/failures.ts'
import {
  type Ground,
  type Measure,
  MEASURES_OF,
  type PageMeasure,
  type ReportReason,
  RULES_VERSION,
} from '#contract/enforcement/rules.ts'
import { suspendAccount } from '#server/domains/accounts/service.ts'
import { judgeReported } from '#server/domains/channels/service.ts'
import { getOffice, mayModerate } from '#server/domains/moderation/service.ts'
import { isOnStaff } from '#server/domains/staff/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { deciderOf, mayDecide } from './access.ts'
import { type CaseRow, closeCase, lockCase } from './case-queries.ts'
import { insertDecision, insertStrike, type NewDecision } from './decision-queries.ts'
import { queueEnd } from './end-measure.ts'
import { caseDecided } from './events.ts'
import { mailStatement } from './mails.ts'
import { nameIn } from './lifting.ts'
import { hasPartIn } from './people-queries.ts'
import { answerReports } from './report-queries.ts'
import { endOf, followLimit } from './page-limits.ts'
import { TARGETS } from './targets/targets.ts'

export interface StaffRuling {
  measure: Measure
  rule: ReportReason
  ground: Ground
  facts: string
  /** Of `hide`: how long it may be fixed; null: not at all. */
  fixDays: number | null
  /** Of what is decided about a page for a time; null for everything else, and for payouts, which have a time of their own. */
  days: number | null
}

/** Whoever has a part in a case doesn't decide it. Throws `own_case`. */
export async function refusePart(db: Db, caseId: string, actor: StaffActor): Promise<void> {
  if (actor.kind === 'user' && (await hasPartIn(db, caseId, actor.id)))
    throw new Failure(enforcementFailures.own_case)
}

async function lockOpenCase(db: Db, id: string): Promise<CaseRow> {
  const row = await lockCase(db, id)
  if (!row) throw new Failure(enforcementFailures.case_not_found)
  if (row.state !== 'open') throw new Failure(enforcementFailures.case_closed)
  return row
}

/**
 * Decides a case for the operator. Throws `case_not_found`, `case_closed`, `own_case`, `measure_wrong`, `fix_days_wrong`,
 * `limit_days_wrong`, and `staff_concerned` for the suspension of somebody on the staff.
 */
export async function decideAsStaff(
  db: Db,
  { caseId, ruling, actor }: { caseId: string; ruling: StaffRuling; actor: StaffActor },
  now: Date,
): Promise<CaseRow> {
  const row = await lockOpenCase(db, caseId)
  await refusePart(db, caseId, actor)
  const { measure, facts, fixDays } = ruling
  const untilAt = endOf(ruling, now)
  if (!MEASURES_OF[row.targetKind].includes(measure)) throw new Failure(enforcementFailures.measure_wrong)
  if (fixDays !== null && measure !== 'hide') throw new Failure(enforcementFailures.fix_days_wrong)
  if (measure === 'suspend' && (await isOnStaff(db, row.concernedId)))
    throw new Failure(enforcementFailures.staff_concerned)
  const by = deciderOf(actor)
  await enforce(db, row, { measure, facts, by }, now)
  const decision = await record(
    db,
    row,
    {
      measure,
      facts,
      rule: ruling.rule,
      ground: ruling.ground,
      decidedAs: 'operator',
      decidedBy: by,
      fixUntil: fixDays === null ? null : daysAfter(now, fixDays),
      untilAt,
    },
    now,
  )
  if (untilAt !== null) {
    await followLimit(db, row, measure)
    await queueEnd(db, { caseId, decisionId: decision.id }, untilAt, now)
  }
  if (measure !== 'none')
    await insertStrike(db, {
      decisionId: decision.id,
      userId: row.concernedId,
      now,
      expiresAt: daysAfter(now, STRIKE_DAYS),
    })
  // Whoever never saw it disappear needn't hear that it may stay.
  if (measure !== 'none' || row.heldAt !== null)
    await enqueue(db, mailStatement, { caseId, decisionId: decision.id })
  return row
}

/** Does to the item and the account what was decided. */
async function enforce(
  db: Db,
  row: CaseRow,
  { measure, facts, by }: { measure: Measure; facts: string; by: string },
  now: Date,
): Promise<void> {
  const { apply } = TARGETS[row.targetKind]
  const effect = measure === 'none' ? 'release' : measure === 'hide' ? 'hide' : 'remove'
  // A message that only reports held comes back, too.
  if (apply) await apply(db, { id: row.targetId, effect, reason: facts }, now)
  if (measure === 'suspend')
    await suspendAccount(db, { userId: row.concernedId, reason: facts, by: nameIn(by), now })
}

/**
 * Decides about a reported message for its page. Throws `case_not_found` for those who keep no order there, `own_case`,
 * `case_closed`.
 */
export async function decideForPage(
  db: Db,
  {
    caseId,
    measure,
    reason,
    judgeId,
  }: { caseId: string; measure: PageMeasure; reason: string; judgeId: string },
  now: Date,
): Promise<void> {
  const row = await lockCase(db, caseId)
  if (!row || row.creatorId === null || row.channelId === null || row.seq === null)
    throw new Failure(enforcementFailures.case_not_found)
  const judge = await getOffice(db, row.creatorId, judgeId)
  if (!mayModerate(judge) || row.level !== 'page') throw new Failure(enforcementFailures.case_not_found)
  const author = await getOffice(db, row.creatorId, row.concernedId)
  if (row.concernedId === judgeId || !mayDecide(judge, author))
    throw new Failure(enforcementFailures.own_case)
  if (row.state !== 'open') throw new Failure(enforcementFailures.case_closed)
  const act = measure === 'none' ? 'keep' : measure
  await judgeReported(db, { channelId: row.channelId, seq: row.seq, judgeId, act, reason }, now)
  await recordForPage(db, row, { measure, reason, judgeId }, now)
}

/** Writes down what somebody on a page decided about a message; it has been done to the message already. */
export function recordForPage(
  db: Db,
  row: CaseRow,
  { measure, reason, judgeId }: { measure: PageMeasure; reason: string; judgeId: string },
  now: Date,
): Promise<NewDecision> {
  return record(
    db,
    row,
    {
      measure,
      facts: reason,
      rule: row.reason,
      ground: 'terms',
      decidedAs: 'page',
      decidedBy: `user:${judgeId}`,
      fixUntil: null,
      untilAt: null,
    },
    now,
  )
}

async function record(
  db: Db,
  row: CaseRow,
  given: Omit<NewDecision, 'id' | 'caseId' | 'rulesVersion' | 'decidedAt' | 'appealUntil'>,
  now: Date,
): Promise<NewDecision> {
  const decision: NewDecision = {
    ...given,
    id: newId(now),
    caseId: row.id,
    rulesVersion: RULES_VERSION,
    decidedAt: now,
    appealUntil: daysAfter(now, APPEAL_DAYS),
  }
  await insertDecision(db, decision)
  await closeCase(db, row.id)
  await answerReports(db, row.id, given.measure === 'none' ? 'declined' : 'acted')
  await emit(db, caseDecided, { caseId: row.id, decisionId: decision.id }, now)
  return decision
}
