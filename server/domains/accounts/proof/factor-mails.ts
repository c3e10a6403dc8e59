import * as z from 'zod/mini'

import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import { enqueueLetter } from '../letters.ts'
import { issueMailToken } from '../mail-tokens.ts'
import { issueMailedCode } from '../mailed-codes.ts'
import { findUser } from '../queries.ts'
import { factorLetter, proofCodeLetter, recoveryCodeLetter } from '../security-emails.ts'
import { countRecoveryCodes } from './factor-queries.ts'

const person = z.object({ userId: z.string() })

/** Where people look after their account. */
const SECURITY_PATH = '/settings/security'

/** `firstId`: the account's first factor, which its owner can take away again by the mail. */
export const sendFactorMail = defineJob(
  {
    name: 'accounts.send-factor-mail',
    payload: z.object({
      userId: z.string(),
      change: z.enum(['passkey-added', 'app-added', 'passkey-removed', 'app-removed', 'codes-made']),
      firstId: z.nullable(z.string()),
    }),
  },
  async (db, { userId, change, firstId }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user || user.erasedAt) return
    const { publicUrl, operator } = platform.config
    const notMe = { userId, purpose: 'not-my-factor' as const, subjectId: firstId, now }
    const facts = {
      change,
      notMeUrl: firstId === null ? null : `${publicUrl}/mail/not-me/${await issueMailToken(db, notMe)}`,
      securityUrl: `${publicUrl}${SECURITY_PATH}`,
      operatorEmail: operator.email,
    }
    await enqueueLetter(db, platform, (language) => factorLetter(user, facts, language))
  },
)

export const sendRecoveryCodeMail = defineJob(
  { name: 'accounts.send-recovery-code-mail', payload: person },
  async (db, { userId }, { platform }) => {
    const user = await findUser(db, userId)
    if (!user || user.erasedAt) return
    const { publicUrl, operator } = platform.config
    const { left } = await countRecoveryCodes(db, userId)
    const facts = { left, securityUrl: `${publicUrl}${SECURITY_PATH}`, operatorEmail: operator.email }
    await enqueueLetter(db, platform, (language) => recoveryCodeLetter(user, facts, language))
  },
)

export const sendProofCodeMail = defineJob(
  { name: 'accounts.send-proof-code-mail', payload: person },
  async (db, { userId }, { platform, now }) => {
    const user = await findUser(db, userId)
    if (!user || user.erasedAt) return
    const code = await issueMailedCode(db, { userId, purpose: 'prove', now })
    await enqueueLetter(db, platform, (language) => proofCodeLetter(user, code, language))
  },
)

export const factorMailJobs = [sendFactorMail, sendRecoveryCodeMail, sendProofCodeMail] as Job[]
