import * as z from 'zod/mini'

import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import { findCase } from './case-queries.ts'
import { findAppeal } from './decision-queries.ts'
import { appealReceivedLetter, reportReceivedLetter } from './letters.ts'
import { findAddressee } from './people-queries.ts'

/** Confirms a report. What was decided within the same second needs no confirmation. */
export const mailReportReceived = defineJob(
  {
    name: 'enforcement.mail-report-received',
    payload: z.object({ caseId: z.string(), reporterId: z.string() }),
  },
  async (db, { caseId, reporterId }, { platform }) => {
    const row = await findCase(db, caseId)
    const person = await findAddressee(db, reporterId)
    if (row?.state !== 'open' || !person || person.isSuspended) return
    const to = { name: person.name, address: person.email }
    const url = `${platform.config.publicUrl}/cases?part=reports`
    await enqueueLetter(db, platform, (language) => reportReceivedLetter(to, { row, url }, language))
  },
)

/** Confirms an appeal, also to suspended people, whose appeal came by mail. */
export const mailAppealReceived = defineJob(
  {
    name: 'enforcement.mail-appeal-received',
    payload: z.object({ caseId: z.string(), decisionId: z.string() }),
  },
  async (db, { caseId, decisionId }, { platform }) => {
    const row = await findCase(db, caseId)
    const made = await findAppeal(db, decisionId)
    const person = row && (await findAddressee(db, row.concernedId))
    if (!made || made.answeredAt !== null || !person) return
    const { isSuspended } = person
    const url = `${platform.config.publicUrl}/cases/${caseId}`
    const facts = { row, dueAt: made.dueAt, url, isSuspended }
    const to = { name: person.name, address: person.email }
    await enqueueLetter(db, platform, (language) => appealReceivedLetter(to, facts, language), {
      isForSuspended: isSuspended,
    })
  },
)

export const receivedMails = [mailReportReceived, mailAppealReceived] as Job[]
