import type { AlarmStage } from '#contract/enforcement/deadlines.ts'
import type { CaseLevel, CaseState, ReportReason, TargetKind, Urgency } from '#contract/enforcement/rules.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

import type { Line } from './targets/target-type.ts'

export interface CaseRow {
  id: string
  number: number
  targetKind: TargetKind
  targetId: string
  channelId: string | null
  seq: number | null
  creatorId: string | null
  concernedId: string
  level: CaseLevel
  reason: ReportReason
  urgency: Urgency
  state: CaseState
  openedAt: Date
  dueAt: Date
  alarmStage: number
  heldAt: Date | null
  reportCount: number
}

export const caseColumns = sql`k.id, k.number, k.target_kind as "targetKind", k.target_id as "targetId",
  k.channel_id as "channelId", k.seq, k.creator_id as "creatorId", k.concerned_id as "concernedId", k.level, k.reason,
  k.urgency, k.state, k.opened_at as "openedAt", k.due_at as "dueAt", k.alarm_stage as "alarmStage",
  k.held_at as "heldAt", k.report_count as "reportCount"`

/** What is done about one item is done one after another. */
export async function lockTarget(db: Db, kind: TargetKind, id: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`case about ${kind} ${id}`}, 0))`)
}

export function findCase(db: Db, id: string): Promise<CaseRow | null> {
  return maybeOne(db, sql<CaseRow>`select ${caseColumns} from cases k where k.id = ${id}`)
}

export function lockCase(db: Db, id: string): Promise<CaseRow | null> {
  return maybeOne(db, sql<CaseRow>`select ${caseColumns} from cases k where k.id = ${id} for update`)
}

/** Call with the target locked. */
export function findOpenCase(db: Db, kind: TargetKind, targetId: string): Promise<CaseRow | null> {
  return maybeOne(
    db,
    sql<CaseRow>`select ${caseColumns} from cases k
      where k.target_kind = ${kind} and k.target_id = ${targetId} and k.state = 'open'`,
  )
}

/** Whether an item was taken out of sight on somebody's word before. */
export async function wasHeld(db: Db, kind: TargetKind, targetId: string): Promise<boolean> {
  const row = await one(
    db,
    sql<{ wasHeld: boolean }>`select exists (select from cases
      where target_kind = ${kind} and target_id = ${targetId} and held_at is not null) as "wasHeld"`,
  )
  return row.wasHeld
}

export interface NewCase {
  id: string
  targetKind: TargetKind
  targetId: string
  channel: { id: string; seq: number } | null
  creatorId: string | null
  concernedId: string
  level: CaseLevel
  reason: ReportReason
  urgency: Urgency
  profile: string
  openedAt: Date
  acknowledgeDueAt: Date
  dueAt: Date
}

/** The report is acknowledged by the answer to it. */
export async function insertCase(db: Db, given: NewCase): Promise<void> {
  await run(
    db,
    sql`insert into cases (id, target_kind, target_id, channel_id, seq, creator_id, concerned_id, level, reason,
        urgency, profile, state, opened_at, acknowledged_at, acknowledge_due_at, due_at)
      values (${given.id}, ${given.targetKind}, ${given.targetId}, ${given.channel?.id ?? null},
        ${given.channel?.seq ?? null}, ${given.creatorId}, ${given.concernedId}, ${given.level}, ${given.reason},
        ${given.urgency}, ${given.profile}, 'open', ${given.openedAt}, ${given.openedAt}, ${given.acknowledgeDueAt},
        ${given.dueAt})`,
  )
}

export async function insertLines(db: Db, caseId: string, lines: readonly Line[]): Promise<void> {
  await run(
    db,
    sql`insert into case_lines (case_id, position, author_id, body, written_at, is_reported)
      select ${caseId}, given.place - 1, given.author_id, given.body, given.written_at, given.is_reported
      from unnest(${lines.map(({ authorId }) => authorId)}::uuid[], ${lines.map(({ body }) => body)}::text[],
          ${lines.map(({ writtenAt }) => writtenAt.toISOString())}::timestamptz[],
          ${lines.map(({ isReported }) => isReported)}::boolean[])
        with ordinality given (author_id, body, written_at, is_reported, place)`,
  )
}

/** Somebody said something graver about an item, or nobody on its page decided in time. */
export async function raiseCase(
  db: Db,
  id: string,
  given: Pick<NewCase, 'level' | 'reason' | 'urgency' | 'dueAt'>,
): Promise<void> {
  await run(
    db,
    sql`update cases set level = ${given.level}, reason = ${given.reason}, urgency = ${given.urgency},
        due_at = ${given.dueAt} where id = ${id}`,
  )
}

export async function storeHeld(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update cases set held_at = coalesce(held_at, ${now}::timestamptz) where id = ${id}`)
}

export async function storeAlarm(db: Db, id: string, stage: AlarmStage): Promise<void> {
  await run(db, sql`update cases set alarm_stage = ${stage} where id = ${id}`)
}

export async function closeCase(db: Db, id: string): Promise<void> {
  await run(db, sql`update cases set state = 'decided' where id = ${id}`)
}

export interface LineRow {
  caseId: string
  author: string
  body: string
  writtenAt: Date
  isReported: boolean
}

/** What is kept of these cases, in the order it was written. */
export function listLines(db: Db, caseIds: readonly string[]): Promise<LineRow[]> {
  return many(
    db,
    sql<LineRow>`select l.case_id as "caseId", u.name as author, l.body, l.written_at as "writtenAt",
        l.is_reported as "isReported"
      from case_lines l join users u on u.id = l.author_id
      where l.case_id = any(${[...caseIds]}::uuid[]) order by l.case_id, l.position`,
  )
}

/** What was removed is kept until the last appeal is over, and not longer. Returns how many cases were emptied. */
export function deleteLines(db: Db, now: Date, limit: number): Promise<number> {
  return run(
    db,
    sql`delete from case_lines where case_id in (select k.id from cases k
      where k.state = 'decided' and exists (select from case_lines l where l.case_id = k.id)
        and not exists (select from decisions d left join appeals a on a.decision_id = d.id
          where d.case_id = k.id and (d.appeal_until > ${now} or (a.id is not null and a.answered_at is null
            and d.lifted_at is null)))
      order by k.id limit ${limit})`,
  )
}
