import * as z from 'zod/mini'

import { APPEAL_ANSWER_DAYS, APPEAL_UNANSWERED_DAYS, daysAfter } from '#contract/enforcement/deadlines.ts'
import { enforcementFailures } from '#contract/enforcement/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { deciderOf } from './access.ts'
import { type CaseRow, lockCase } from './case-queries.ts'
import { refusePart } from './deciding.ts'
import {
  type DecisionRow,
  findAppeal,
  findDecision,
  insertAppeal,
  listDecisions,
  storeAnswer,
  storeFixed,
} from './decision-queries.ts'
import { appealEnded } from './events.ts'
import { lift } from './lifting.ts'
import { mailAppealEnd, tellOperator } from './mails.ts'
import { mailAppealReceived } from './received-mails.ts'

const DAY_MS = 86_400_000
/** At these parts of the fifteen days, in percent, the operator is told that an appeal waits. */
const APPEAL_STAGES = [50, 80, 100] as const

/** A case that concerns somebody, with its decision. For everyone else it can't be found: throws `case_not_found`. */
async function lockOwn(
  db: Db,
  caseId: string,
  userId: string,
): Promise<{ row: CaseRow; decision: DecisionRow }> {
  const row = await lockCase(db, caseId)
  const [decision] = row?.concernedId === userId ? await listDecisions(db, caseId) : []
  if (!row || !decision) throw new Failure(enforcementFailures.case_not_found)
  return { row, decision }
}

/** Throws `case_not_found`, `nothing_to_appeal`, `appealed`, `appeal_late`. */
export async function appeal(
  db: Db,
  { caseId, userId, text }: { caseId: string; userId: string; text: string },
  now: Date,
): Promise<void> {
  const { decision } = await lockOwn(db, caseId, userId)
  await takeAppeal(db, { caseId, decision, text }, now)
}

/** The same for an appeal that came by mail. */
export async function recordAppeal(
  db: Db,
  { caseId, text }: { caseId: string; text: string },
  now: Date,
): Promise<void> {
  const row = await lockCase(db, caseId)
  if (!row) throw new Failure(enforcementFailures.case_not_found)
  const { decision } = await lockOwn(db, caseId, row.concernedId)
  await takeAppeal(db, { caseId, decision, text }, now)
}

async function takeAppeal(
  db: Db,
  { caseId, decision, text }: { caseId: string; decision: DecisionRow; text: string },
  now: Date,
): Promise<void> {
  if (await findAppeal(db, decision.id)) throw new Failure(enforcementFailures.appealed)
  if (decision.measure === 'none' || decision.liftedAt !== null)
    throw new Failure(enforcementFailures.nothing_to_appeal)
  if (decision.appealUntil < now) throw new Failure(enforcementFailures.appeal_late)
  const endsAt = daysAfter(now, APPEAL_UNANSWERED_DAYS)
  await insertAppeal(db, {
    id: newId(now),
    decisionId: decision.id,
    decidedBy: decision.decidedBy,
    text,
    appealedAt: now,
    dueAt: daysAfter(now, APPEAL_ANSWER_DAYS),
    endsAt,
  })
  await tellOperator(db, { caseId, about: 'appeal', stage: 0 })
  await enqueue(db, mailAppealReceived, { caseId, decisionId: decision.id })
  for (const stage of APPEAL_STAGES)
    await enqueue(
      db,
      remindOfAppeal,
      { caseId, decisionId: decision.id, stage },
      { delayMs: (APPEAL_ANSWER_DAYS * DAY_MS * stage) / 100 },
    )
  await queueEnd(db, { caseId, decisionId: decision.id }, endsAt, now)
}

/**
 * Answers an appeal. Throws `appeal_not_found`, `appeal_answered`, `own_case`, and `same_decider` for whoever decided
 * the case; the database refuses that, too.
 */
export async function answer(
  db: Db,
  given: { caseId: string; outcome: 'upheld' | 'overturned'; answer: string; actor: StaffActor },
  now: Date,
): Promise<DecisionRow> {
  const { caseId, outcome, actor } = given
  const row = await lockCase(db, caseId)
  const [decision] = await listDecisions(db, caseId)
  const made = decision && (await findAppeal(db, decision.id))
  if (!row || !decision || !made) throw new Failure(enforcementFailures.appeal_not_found)
  if (made.answeredAt !== null || decision.liftedAt !== null)
    throw new Failure(enforcementFailures.appeal_answered)
  const by = deciderOf(actor)
  if (by === decision.decidedBy) throw new Failure(enforcementFailures.same_decider)
  await refusePart(db, caseId, actor)
  await storeAnswer(db, made.id, { by, outcome, answer: given.answer, now })
  if (outcome === 'overturned')
    await lift(db, row, decision, { because: 'appeal', reason: given.answer, by }, now)
  await tellEnd(db, { caseId, decisionId: decision.id }, now)
  return decision
}

const decided = z.object({ caseId: z.string(), decisionId: z.string() })
type Decided = z.infer<typeof decided>

async function tellEnd(db: Db, of: Decided, now: Date): Promise<void> {
  await emit(db, appealEnded, of, now)
  await enqueue(db, mailAppealEnd, of)
}

function queueEnd(db: Db, of: Decided, endsAt: Date, now: Date): Promise<void> {
  return enqueue(db, endUnanswered, of, {
    key: `appeal:${of.decisionId}`,
    delayMs: Math.max(0, endsAt.getTime() - now.getTime()),
  })
}

/** Tells the operator that an appeal still waits. */
export const remindOfAppeal = defineJob(
  {
    name: 'enforcement.remind-of-appeal',
    payload: z.object({ caseId: z.string(), decisionId: z.string(), stage: z.number() }),
  },
  async (db, { caseId, decisionId, stage }) => {
    const made = await findAppeal(db, decisionId)
    if (made?.answeredAt === null) await tellOperator(db, { caseId, about: 'appeal', stage })
  },
)

/** Nobody else was there to answer: the measure ends, unless a law asks for it. */
export const endUnanswered = defineJob(
  { name: 'enforcement.end-unanswered', payload: decided },
  async (db, of, { now }) => {
    const row = await lockCase(db, of.caseId)
    const decision = await findDecision(db, of.decisionId)
    const made = await findAppeal(db, of.decisionId)
    if (!row || !decision || made?.answeredAt !== null || decision.ground === 'law') return
    if (made.endsAt > now) return queueEnd(db, of, made.endsAt, now)
    const reason = 'No other member of the staff could answer the appeal.'
    await lift(db, row, decision, { because: 'unanswered', reason, by: 'command:Cheers' }, now)
    await tellEnd(db, of, now)
  },
)

/** The person concerned says that they fixed what was hidden. Throws `case_not_found`, `nothing_to_fix`. */
export async function sayFixed(
  db: Db,
  { caseId, userId }: { caseId: string; userId: string },
  now: Date,
): Promise<void> {
  const { decision } = await lockOwn(db, caseId, userId)
  if (decision.liftedAt !== null || decision.fixUntil === null || decision.fixUntil < now)
    throw new Failure(enforcementFailures.nothing_to_fix)
  if (decision.fixedAt !== null) return
  await storeFixed(db, decision.id, now)
  await tellOperator(db, { caseId, about: 'fix', stage: 0 })
}

/** Somebody on the staff looked at it, and shows it again. Throws `case_not_found`, `nothing_to_fix`, `own_case`. */
export async function confirmFix(
  db: Db,
  { caseId, actor }: { caseId: string; actor: StaffActor },
  now: Date,
): Promise<void> {
  const row = await lockCase(db, caseId)
  if (!row) throw new Failure(enforcementFailures.case_not_found)
  const [decision] = await listDecisions(db, caseId)
  if (!decision || decision.fixedAt === null || decision.liftedAt !== null)
    throw new Failure(enforcementFailures.nothing_to_fix)
  await refusePart(db, caseId, actor)
  await lift(db, row, decision, { because: 'fixed', reason: '', by: deciderOf(actor) }, now)
  await tellEnd(db, { caseId, decisionId: decision.id }, now)
}
