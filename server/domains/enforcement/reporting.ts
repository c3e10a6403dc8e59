import { deadlinesFrom } from '#contract/enforcement/deadlines.ts'
import { enforcementFailures } from '#contract/enforcement/failures.ts'
import {
  type CaseLevel,
  DECLINED_IN_A_ROW,
  GRAVE_REASONS,
  type ReportReason,
  REPORT_REASONS,
  type TargetKind,
  URGENCIES,
  urgencyOf,
} from '#contract/enforcement/rules.ts'
import { reportMessage } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { queueAlarms } from './alarms.ts'
import {
  type CaseRow,
  findCase,
  findOpenCase,
  insertCase,
  insertLines,
  lockTarget,
  raiseCase,
  storeHeld,
  wasHeld,
} from './case-queries.ts'
import { caseWaits } from './events.ts'
import { tellOperator } from './mails.ts'
import { mailReportReceived } from './received-mails.ts'
import { countDeclined, findOwnReport, insertReport } from './report-queries.ts'
import type { Reported } from './targets/target-type.ts'
import { TARGETS } from './targets/targets.ts'

interface Report {
  target: { kind: TargetKind; id: string }
  reason: ReportReason
  text: string
  reporterId: string
}

/**
 * Takes a report in. One item has one open case, and one person reports it once: repeated, this answers the case of the
 * first time. Throws `target_not_found`, `own_item`.
 */
export async function takeReport(
  db: Db,
  report: Report,
  now: Date,
): Promise<{ row: CaseRow; isHeld: boolean }> {
  const { target, reporterId } = report
  await lockTarget(db, target.kind, target.id)
  const own = await findOwnReport(db, { reporterId, kind: target.kind, targetId: target.id })
  if (own) {
    const row = await getCase(db, own.caseId)
    return { row, isHeld: row.state === 'open' && row.heldAt !== null }
  }
  const found = await TARGETS[target.kind].find(db, { id: target.id, viewerId: reporterId, now })
  if (!found) throw new Failure(enforcementFailures.target_not_found)
  if (found.concernedId === reporterId) throw new Failure(enforcementFailures.own_item)

  const isCounted = await isHeard(db, reporterId)
  const known = await findOpenCase(db, target.kind, target.id)
  const caseId = known ? known.id : await openCase(db, report, found, now)
  if (known) await raise(db, known, report.reason, now)
  await insertReport(db, {
    id: newId(now),
    caseId,
    reporterId,
    targetKind: target.kind,
    targetId: target.id,
    reason: report.reason,
    text: report.text,
    isCounted,
    now,
  })
  await enqueue(db, mailReportReceived, { caseId, reporterId })
  const isHeld = await holdIfGrave(db, { caseId, report, isCounted }, now)
  const byReports =
    found.channel !== null && found.isModerated
      ? await reportMessage(
          db,
          { channelId: found.channel.id, seq: found.channel.seq, reporterId, isCounted },
          now,
        )
      : null
  return { row: await getCase(db, caseId), isHeld: isHeld || byReports?.isHeld === true }
}

async function getCase(db: Db, id: string): Promise<CaseRow> {
  const row = await findCase(db, id)
  if (!row) throw new Error(`The case ${id} of a report is gone`)
  return row
}

/** Somebody whose last reports were all declined is still read, but what they report isn't held for it. */
async function isHeard(db: Db, reporterId: string): Promise<boolean> {
  const { declined, answered } = await countDeclined(db, reporterId, DECLINED_IN_A_ROW)
  return answered < DECLINED_IN_A_ROW || declined < answered
}

function levelOf(reason: ReportReason, { isModerated }: Pick<Reported, 'isModerated'>): CaseLevel {
  return isModerated && !GRAVE_REASONS.has(reason) ? 'page' : 'operator'
}

async function openCase(db: Db, { target, reason }: Report, found: Reported, now: Date): Promise<string> {
  const id = newId(now)
  const level = levelOf(reason, found)
  const urgency = urgencyOf(reason)
  const deadlines = deadlinesFrom(now, urgency)
  await insertCase(db, {
    ...deadlines,
    ...found,
    id,
    targetKind: target.kind,
    targetId: target.id,
    level,
    reason,
    urgency,
    openedAt: now,
  })
  await insertLines(db, id, found.lines)
  await queueAlarms(db, { id, openedAt: now, dueAt: deadlines.dueAt }, now)
  if (level === 'operator') await tellOperator(db, { caseId: id, about: 'case', stage: 0 })
  else if (found.creatorId !== null)
    await emit(db, caseWaits, { caseId: id, creatorId: found.creatorId, isReminder: false }, now)
  return id
}

/** A graver report makes an open case more urgent, from the moment it comes in; never less. */
async function raise(db: Db, row: CaseRow, reason: ReportReason, now: Date): Promise<void> {
  if (REPORT_REASONS.indexOf(reason) <= REPORT_REASONS.indexOf(row.reason)) return
  const urgency = urgencyOf(reason)
  const isMoreUrgent = URGENCIES.indexOf(urgency) > URGENCIES.indexOf(row.urgency)
  const { dueAt: newlyDue } = deadlinesFrom(now, urgency)
  const dueAt = isMoreUrgent && newlyDue < row.dueAt ? newlyDue : row.dueAt
  const level = GRAVE_REASONS.has(reason) ? 'operator' : row.level
  await raiseCase(db, row.id, { level, reason, dueAt, urgency: isMoreUrgent ? urgency : row.urgency })
  await queueAlarms(db, { ...row, dueAt }, now)
  if (level !== row.level) await tellOperator(db, { caseId: row.id, about: 'case', stage: 0 })
}

/**
 * What is grave is out of sight at once, on the word of one person and once an item: after somebody has decided that it
 * may stay, another report doesn't take it away again.
 */
async function holdIfGrave(
  db: Db,
  { caseId, report: { target, reason }, isCounted }: { caseId: string; report: Report; isCounted: boolean },
  now: Date,
): Promise<boolean> {
  const { apply } = TARGETS[target.kind]
  if (!GRAVE_REASONS.has(reason) || !apply) return false
  // Whoever is shown in a picture, or speaks for a child, is believed; that something is illegal is only an opinion.
  if (reason === 'illegal' && !isCounted) return false
  if (await wasHeld(db, target.kind, target.id)) return (await getCase(db, caseId)).heldAt !== null
  await storeHeld(db, caseId, now)
  await apply(db, { id: target.id, effect: 'hold', reason: '' }, now)
  return true
}
