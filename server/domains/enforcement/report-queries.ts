import type { CaseLevel, CaseState, ReportReason, TargetKind } from '#contract/enforcement/rules.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** The case of what somebody reported before; null: they didn't. */
export function findOwnReport(
  db: Db,
  given: { reporterId: string; kind: TargetKind; targetId: string },
): Promise<{ caseId: string } | null> {
  return maybeOne(
    db,
    sql<{ caseId: string }>`select case_id as "caseId" from reports
      where reporter_id = ${given.reporterId} and target_kind = ${given.kind} and target_id = ${given.targetId}`,
  )
}

/** How many of somebody's last answered reports were declined, of so many that were looked at. */
export function countDeclined(
  db: Db,
  reporterId: string,
  lookedAt: number,
): Promise<{ declined: number; answered: number }> {
  return one(
    db,
    sql<{ declined: number; answered: number }>`select count(*)::integer as answered,
        count(*) filter (where outcome = 'declined')::integer as declined
      from (select outcome from reports where reporter_id = ${reporterId} and outcome is not null
        order by id desc limit ${lookedAt}) latest`,
  )
}

export interface NewReport {
  id: string
  caseId: string
  reporterId: string
  targetKind: TargetKind
  targetId: string
  reason: ReportReason
  text: string
  isCounted: boolean
  now: Date
}

export async function insertReport(db: Db, given: NewReport): Promise<void> {
  await run(
    db,
    sql`insert into reports (id, case_id, reporter_id, target_kind, target_id, reason, text, is_counted, reported_at)
      values (${given.id}, ${given.caseId}, ${given.reporterId}, ${given.targetKind}, ${given.targetId},
        ${given.reason}, ${given.text}, ${given.isCounted}, ${given.now})`,
  )
  await run(db, sql`update cases set report_count = report_count + 1 where id = ${given.caseId}`)
}

export async function answerReports(db: Db, caseId: string, outcome: 'acted' | 'declined'): Promise<void> {
  await run(db, sql`update reports set outcome = ${outcome} where case_id = ${caseId}`)
}

export interface ReportRow {
  caseId: string
  reason: ReportReason
  text: string
  reportedAt: Date
}

/** The first few of each case; nobody who decides learns who reported. */
export function listReports(db: Db, caseIds: readonly string[], each: number): Promise<ReportRow[]> {
  return many(
    db,
    sql<ReportRow>`select r.case_id as "caseId", r.reason, r.text, r.reported_at as "reportedAt"
      from unnest(${[...caseIds]}::uuid[]) wanted (id) cross join lateral (
        select * from reports where case_id = wanted.id order by id limit ${each}) r
      order by r.case_id, r.id`,
  )
}

export interface OwnReportRow {
  id: string
  kind: TargetKind
  reason: ReportReason
  text: string
  reportedAt: Date
  level: CaseLevel
  dueAt: Date
  state: CaseState
  outcome: 'acted' | 'declined' | null
}

/** What somebody reported, the latest first. */
export function listOwnReportRows(
  db: Db,
  given: { userId: string; beforeId: string | null; limit: number },
): Promise<OwnReportRow[]> {
  return many(
    db,
    sql<OwnReportRow>`select r.id, r.target_kind as kind, r.reason, r.text, r.reported_at as "reportedAt", k.level,
        k.due_at as "dueAt", k.state, r.outcome
      from reports r join cases k on k.id = r.case_id
      where r.reporter_id = ${given.userId} and (${given.beforeId}::uuid is null or r.id < ${given.beforeId}::uuid)
      order by r.id desc limit ${given.limit}`,
  )
}
