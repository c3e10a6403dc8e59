import type { Ground, LiftedBecause, Measure, PageLimit, ReportReason } from '#contract/enforcement/rules.ts'
import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface DecisionRow {
  id: string
  caseId: string
  measure: Measure
  rule: ReportReason
  rulesVersion: string
  ground: Ground
  facts: string
  decidedAs: 'page' | 'operator'
  decidedBy: string
  decidedAt: Date
  appealUntil: Date
  /** When it ends by itself; null: it doesn't. */
  untilAt: Date | null
  extendedAt: Date | null
  fixUntil: Date | null
  fixedAt: Date | null
  liftedAt: Date | null
  liftedBecause: LiftedBecause | null
}

const columns = sql`d.id, d.case_id as "caseId", d.measure, d.rule, d.rules_version as "rulesVersion", d.ground, d.facts,
  d.decided_as as "decidedAs", d.decided_by as "decidedBy", d.decided_at as "decidedAt",
  d.appeal_until as "appealUntil", d.fix_until as "fixUntil", d.fixed_at as "fixedAt", d.lifted_at as "liftedAt",
  d.lifted_because as "liftedBecause", d.until_at as "untilAt", d.extended_at as "extendedAt"`

export type NewDecision = Omit<DecisionRow, 'extendedAt' | 'fixedAt' | 'liftedAt' | 'liftedBecause'>

export async function insertDecision(db: Db, given: NewDecision): Promise<void> {
  await run(
    db,
    sql`insert into decisions (id, case_id, measure, rule, rules_version, ground, facts, decided_as, decided_by,
        decided_at, appeal_until, fix_until, until_at)
      values (${given.id}, ${given.caseId}, ${given.measure}, ${given.rule}, ${given.rulesVersion}, ${given.ground},
        ${given.facts}, ${given.decidedAs}, ${given.decidedBy}, ${given.decidedAt}, ${given.appealUntil},
        ${given.fixUntil}, ${given.untilAt})`,
  )
}

/** The latest first. */
export function listDecisions(db: Db, caseId: string): Promise<DecisionRow[]> {
  return many(
    db,
    sql<DecisionRow>`select ${columns} from decisions d where d.case_id = ${caseId}
      order by d.decided_at desc, d.id desc`,
  )
}

export function findDecision(db: Db, id: string): Promise<DecisionRow | null> {
  return maybeOne(db, sql<DecisionRow>`select ${columns} from decisions d where d.id = ${id}`)
}

/** Whether a message was decided about at exactly this moment. */
export async function isDecidedAt(db: Db, messageId: string, at: Date): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select from decisions d join cases k on k.id = d.case_id
      where k.target_kind = 'message' and k.target_id = ${messageId} and d.decided_at = ${at}`,
  )
  return found !== null
}

/** What whoever keeps order on its page decided about a message, and still stands. */
export function listStanding(db: Db, messageId: string): Promise<DecisionRow[]> {
  return many(
    db,
    sql<DecisionRow>`select ${columns} from decisions d join cases k on k.id = d.case_id
      where k.target_kind = 'message' and k.target_id = ${messageId} and d.decided_as = 'page'
        and d.measure <> 'none' and d.lifted_at is null`,
  )
}

/** Returns false if it has ended before. */
export async function storeLifted(
  db: Db,
  id: string,
  { because, now }: { because: LiftedBecause; now: Date },
): Promise<boolean> {
  const changed = await run(
    db,
    sql`update decisions set lifted_at = ${now}, lifted_because = ${because}
      where id = ${id} and lifted_at is null`,
  )
  // What was right when it was decided still counts when its time is over.
  if (because !== 'over')
    await run(db, sql`update strikes set lifted_at = ${now} where decision_id = ${id} and lifted_at is null`)
  return changed > 0
}

/** The end of what is decided about a page, by every decision that still stands; null: there is none. */
export async function findLimitEnd(db: Db, creatorId: string, limit: PageLimit): Promise<Date | null> {
  const { until } = await one(
    db,
    sql<{
      until: Date | null
    }>`select max(d.until_at) as until from decisions d join cases k on k.id = d.case_id
      where k.creator_id = ${creatorId} and d.measure = ${limit} and d.lifted_at is null`,
  )
  return until
}

export async function storeExtended(
  db: Db,
  id: string,
  given: { by: string; facts: string; untilAt: Date; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update decisions set extended_at = ${given.now}, extended_by = ${given.by}, until_at = ${given.untilAt},
        facts = facts || ${`\n\n${given.facts}`} where id = ${id}`,
  )
}

export async function storeFixed(db: Db, id: string, now: Date): Promise<void> {
  await run(db, sql`update decisions set fixed_at = ${now} where id = ${id}`)
}

export async function insertStrike(
  db: Db,
  given: { decisionId: string; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into strikes (decision_id, user_id, struck_at, expires_at)
      values (${given.decisionId}, ${given.userId}, ${given.now}, ${given.expiresAt})`,
  )
}

export interface AppealRow {
  id: string
  decisionId: string
  text: string
  appealedAt: Date
  dueAt: Date
  endsAt: Date
  answeredBy: string | null
  answeredAt: Date | null
  outcome: 'upheld' | 'overturned' | null
  answer: string
}

const appealColumns = sql`a.id, a.decision_id as "decisionId", a.text, a.appealed_at as "appealedAt",
  a.due_at as "dueAt", a.ends_at as "endsAt", a.answered_by as "answeredBy", a.answered_at as "answeredAt", a.outcome,
  a.answer`

export function findAppeal(db: Db, decisionId: string): Promise<AppealRow | null> {
  return maybeOne(
    db,
    sql<AppealRow>`select ${appealColumns} from appeals a where a.decision_id = ${decisionId}`,
  )
}

export async function insertAppeal(
  db: Db,
  given: Pick<AppealRow, 'id' | 'decisionId' | 'text' | 'appealedAt' | 'dueAt' | 'endsAt'> & {
    decidedBy: string
  },
): Promise<void> {
  await run(
    db,
    sql`insert into appeals (id, decision_id, decided_by, text, appealed_at, due_at, ends_at)
      values (${given.id}, ${given.decisionId}, ${given.decidedBy}, ${given.text}, ${given.appealedAt},
        ${given.dueAt}, ${given.endsAt})`,
  )
}

export async function storeAnswer(
  db: Db,
  id: string,
  given: { by: string; outcome: 'upheld' | 'overturned'; answer: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update appeals set answered_by = ${given.by}, answered_at = ${given.now}, outcome = ${given.outcome},
        answer = ${given.answer} where id = ${id}`,
  )
}
