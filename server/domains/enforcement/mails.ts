import * as z from 'zod/mini'

import { withoutIds } from '#contract/channels/body.ts'
import { daysAfter, STRIKE_DAYS } from '#contract/enforcement/deadlines.ts'
import { enqueueLetter } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'

import { findCase, listLines } from './case-queries.ts'
import { findAppeal, findDecision, listDecisions } from './decision-queries.ts'
import { mailEverybody } from './judges.ts'
import { appealLetter, operatorLetter, statementLetter, type Waiting } from './letters.ts'
import { findAddressee } from './people-queries.ts'

const ITEM_LENGTH = 120

/** The beginning of what a case is about. */
function beginningOf(body: string): string {
  const [first = ''] = body.split('\n\n')
  const lines = first.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  const text = lines.filter((line) => line !== '').join(' · ')
  return text.length > ITEM_LENGTH ? `${text.slice(0, ITEM_LENGTH - 1).trimEnd()}…` : text
}

const decided = z.object({ caseId: z.string(), decisionId: z.string() })

/** The statement of reasons. It reaches suspended people too: they have to know why. */
export const mailStatement = defineJob(
  { name: 'enforcement.mail-statement', payload: decided },
  async (db, { caseId, decisionId }, { platform }) => {
    const row = await findCase(db, caseId)
    const decision = await findDecision(db, decisionId)
    const person = row && (await findAddressee(db, row.concernedId))
    if (!row || !decision || !person) return
    const { publicUrl, operator } = platform.config
    const lines = await listLines(db, [caseId])
    const statement = {
      row,
      decision,
      item: beginningOf(withoutIds(lines.find(({ isReported }) => isReported)?.body ?? '')),
      strikeUntil: decision.measure === 'none' ? null : daysAfter(decision.decidedAt, STRIKE_DAYS),
      url: `${publicUrl}/cases/${caseId}`,
      operatorEmail: operator.email,
    }
    const to = { name: person.name, address: person.email }
    await enqueueLetter(db, platform, (language) => statementLetter(to, statement, language), {
      isForSuspended: person.isSuspended,
    })
  },
)

export const mailAppealEnd = defineJob(
  { name: 'enforcement.mail-appeal-end', payload: decided },
  async (db, { caseId, decisionId }, { platform }) => {
    const row = await findCase(db, caseId)
    const decision = await findDecision(db, decisionId)
    const person = row && (await findAddressee(db, row.concernedId))
    if (!decision || !person) return
    const made = await findAppeal(db, decisionId)
    const facts = {
      made,
      because: decision.liftedBecause,
      url: `${platform.config.publicUrl}/cases/${caseId}`,
    }
    const to = { name: person.name, address: person.email }
    await enqueueLetter(db, platform, (language) => appealLetter(to, facts, language), {
      isForSuspended: person.isSuspended,
    })
  },
)

const mailOperator = defineJob(
  {
    name: 'enforcement.mail-operator',
    payload: z.object({
      caseId: z.string(),
      about: z.enum(['case', 'appeal', 'fix']),
      stage: z.number(),
    }),
  },
  async (db, { caseId, about, stage }, { platform }) => {
    const row = await findCase(db, caseId)
    if (!row || (about === 'case' && row.state !== 'open')) return
    const [decision] = await listDecisions(db, caseId)
    const made = decision ? await findAppeal(db, decision.id) : null
    const dueAt = about === 'appeal' && made ? made.dueAt : row.dueAt
    const url = `${platform.config.publicUrl}/staff/cases/${caseId}`
    platform.log.info({ caseNumber: row.number, about, stage }, 'a report waits for the operator')
    await mailEverybody(db, platform, (to, language) =>
      operatorLetter(to, { row, about, stage, dueAt, url }, language),
    )
  },
)

/** Queues a mail to whoever can decide. */
export function tellOperator(db: Db, waiting: Waiting & { caseId: string }): Promise<void> {
  return enqueue(db, mailOperator, waiting)
}

export const enforcementMails = [mailStatement, mailAppealEnd, mailOperator] as Job[]
