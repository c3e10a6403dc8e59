import * as z from 'zod/mini'

import { enqueueLetter, sendFormMail } from '#server/domains/accounts/service.ts'
import { decrypt } from '#server/platform/encryption.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { mailEverybody } from '../judges.ts'
import { emailContext, keysOf } from './email-context.ts'
import { acknowledgementLetter, answerLetter, deskLetter } from './grievance-letters.ts'
import { findGrievance, type GrievanceRow, storeAcknowledged } from './grievance-queries.ts'

function addresseeOf(row: GrievanceRow, platform: Platform): { name: string; address: string } {
  return { name: row.name, address: decrypt(row.encryptedEmail, emailContext(keysOf(platform), row.id)) }
}

/** With whoever fills in the form naming the address, so few go to each. The form itself acknowledges it, too. */
export const mailAcknowledgement = defineJob(
  {
    name: 'enforcement.mail-acknowledgement',
    payload: z.object({ grievanceId: z.string(), token: z.string() }),
  },
  async (db, { grievanceId, token }, { platform, now }) => {
    const row = await findGrievance(db, grievanceId)
    if (!row || row.name === '') return
    await storeAcknowledged(db, grievanceId, now)
    const to = addresseeOf(row, platform)
    const url = `${platform.config.publicUrl}/grievance/${row.number}/${token}`
    await sendFormMail(db, platform, to.address, {
      write: () => (language) => acknowledgementLetter(to, { row, url }, language),
    })
  },
)

export const mailAnswer = defineJob(
  { name: 'enforcement.mail-grievance-answer', payload: z.object({ grievanceId: z.string() }) },
  async (db, { grievanceId }, { platform }) => {
    const row = await findGrievance(db, grievanceId)
    if (!row || row.answeredAt === null || row.name === '') return
    const { grievanceOfficer: officer, email } = platform.config.operator
    const to = addresseeOf(row, platform)
    await enqueueLetter(
      db,
      platform,
      (language) => answerLetter(to, { row, officer, email }, language),
      // Somebody who is suspended may complain about just that.
      { isForSuspended: true },
    )
  },
)

export const mailDesk = defineJob(
  {
    name: 'enforcement.mail-desk',
    payload: z.object({ grievanceId: z.string(), stage: z.number() }),
  },
  async (db, { grievanceId, stage }, { platform }) => {
    const row = await findGrievance(db, grievanceId)
    if (!row || row.answeredAt !== null) return
    const url = `${platform.config.publicUrl}/staff/grievances`
    await mailEverybody(db, platform, (to, language) => deskLetter(to, { row, stage, url }, language))
  },
)

export const grievanceMails = [mailAcknowledgement, mailAnswer, mailDesk] as Job[]
