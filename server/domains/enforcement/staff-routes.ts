import type * as z from 'zod/mini'

import { enforcementFailures } from '#contract/enforcement/failures.ts'
import * as contract from '#contract/enforcement/staff-routes.ts'
import { CASES_PER_PAGE } from '#contract/enforcement/rules.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import { answer, confirmFix, recordAppeal } from './appeals.ts'
import { listLines } from './case-queries.ts'
import { decideAsStaff } from './deciding.ts'
import { type DecisionRow, findAppeal, listDecisions } from './decision-queries.ts'
import { presentLine, presentReport } from './page-routes.ts'
import { extendHold } from './extend-hold.ts'
import { pathOf } from './present.ts'
import { listReports } from './report-queries.ts'
import { findStaffCase, listStaffCases, type StaffCaseRow } from './waiting-queries.ts'

const REPORTS_SHOWN = 50

type CaseLine = z.infer<typeof contract.listCases.output>[number]

function presentCase(row: StaffCaseRow): CaseLine {
  return {
    _id: row.id,
    number: row.number,
    kind: row.targetKind,
    level: row.level,
    reason: row.reason,
    urgency: row.urgency,
    state: row.state,
    pageHandle: row.handle,
    concerned: { _id: row.concernedId, name: row.concernedName, strikes: row.strikes },
    reportCount: row.reportCount,
    isHeld: row.heldAt !== null && row.state === 'open',
    openedAt: row.openedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
  }
}

function presentDecision(row: DecisionRow) {
  const { measure, rule, ground, facts, decidedBy, liftedBecause } = row
  const [decidedAt, fixUntil] = [row.decidedAt.toISOString(), row.fixUntil?.toISOString() ?? null]
  const [fixedAt, liftedAt] = [row.fixedAt?.toISOString() ?? null, row.liftedAt?.toISOString() ?? null]
  const [untilAt, extendedAt] = [row.untilAt?.toISOString() ?? null, row.extendedAt?.toISOString() ?? null]
  const moments = { decidedAt, untilAt, extendedAt, fixUntil, fixedAt, liftedAt }
  return { measure, rule, ground, facts, decidedBy, liftedBecause, ...moments }
}

export const staffCaseImplementations: Implementation[] = [
  implementForStaff(contract.listCases, async (db, { input: { queue = 'open', limit }, now }) =>
    (await listStaffCases(db, { queue, limit: limit ?? CASES_PER_PAGE, now })).map(presentCase),
  ),

  implementForStaff(contract.getCase, async (db, { input: { caseId }, now }) => {
    const row = await findStaffCase(db, caseId, now)
    if (!row) throw new Failure(enforcementFailures.case_not_found)
    const decisions = await listDecisions(db, caseId)
    const [latest] = decisions
    const made = latest ? await findAppeal(db, latest.id) : null
    return {
      ...presentCase(row),
      path: pathOf(row),
      lines: (await listLines(db, [caseId])).map(presentLine),
      reports: (await listReports(db, [caseId], REPORTS_SHOWN)).map(presentReport),
      decisions: decisions.map(presentDecision),
      appeal: made && {
        _id: made.id,
        text: made.text,
        appealedAt: made.appealedAt.toISOString(),
        dueAt: made.dueAt.toISOString(),
        outcome: made.outcome,
        answer: made.answer,
      },
    }
  }),

  implementForStaff(
    contract.decideCase,
    async (db, { input: { caseId, fixDays = null, days = null, ...ruling }, staff, now }) => {
      const row = await decideAsStaff(
        db,
        { caseId, ruling: { ...ruling, fixDays, days }, actor: staff.actor },
        now,
      )
      staff.audit({
        action: 'decide-case',
        subject: { kind: 'case', id: caseId },
        reason: ruling.facts,
        before: { state: 'open', isHeld: row.heldAt !== null },
        after: { measure: ruling.measure, rule: ruling.rule, ground: ruling.ground, fixDays, days },
      })
      return { caseId }
    },
  ),

  implementForStaff(contract.answerAppeal, async (db, { input, staff, now }) => {
    const { caseId, outcome } = input
    const decision = await answer(db, { ...input, actor: staff.actor }, now)
    staff.audit({
      action: 'answer-appeal',
      subject: { kind: 'case', id: caseId },
      reason: input.answer,
      before: { measure: decision.measure },
      after: { outcome },
    })
    return { caseId }
  }),

  implementForStaff(contract.extendHold, async (db, { input, staff, now }) => {
    const { caseId, facts } = input
    const { from, until } = await extendHold(db, { ...input, actor: staff.actor }, now)
    staff.audit({
      action: 'extend-hold',
      subject: { kind: 'case', id: caseId },
      reason: facts,
      before: { until: from.toISOString() },
      after: { until: until.toISOString() },
    })
    return { caseId, untilAt: until.toISOString() }
  }),

  implementForStaff(contract.recordAppeal, async (db, { input, staff, now }) => {
    await recordAppeal(db, input, now)
    staff.audit({
      action: 'record-appeal',
      subject: { kind: 'case', id: input.caseId },
      reason: null,
      before: { isAppealed: false },
      after: { isAppealed: true },
    })
    return { caseId: input.caseId }
  }),

  implementForStaff(contract.confirmFix, async (db, { input: { caseId }, staff, now }) => {
    await confirmFix(db, { caseId, actor: staff.actor }, now)
    staff.audit({
      action: 'confirm-fix',
      subject: { kind: 'case', id: caseId },
      reason: null,
      before: { isHidden: true },
      after: { isHidden: false },
    })
    return { caseId }
  }),
]
