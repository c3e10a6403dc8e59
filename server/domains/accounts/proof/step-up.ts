import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { accountFailures } from '#contract/accounts/failures.ts'
import { type Assertion, readCode, type SecondStep } from '#contract/accounts/proof-rules.ts'
import type { ProofMethod } from '#contract/http/proof-methods.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances, Viewer } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { redeemMailedCode } from '../mailed-codes.ts'
import { provePassword } from '../password-proof.ts'
import { findUser } from '../queries.ts'
import { markSessionProved } from '../session-queries.ts'
import { closeChallenge, openChallenge, takeTry } from './challenges.ts'
import { sendProofCodeMail } from './factor-mails.ts'
import { listFactorWays, present } from './second-step.ts'
import { checkAnswer, type FactorAnswer, forgiveCodes, redeemAnswer } from './try-factor.ts'

/** How a signed-in user can prove that it is them: by a factor if they have one, else by the password or a mailed code. */
export async function beginProof(db: Db, call: Circumstances & { viewer: Viewer }): Promise<SecondStep> {
  const { platform, viewer, now } = call
  const ways = await listFactorWays(db, platform, viewer.id)
  if (ways === null) {
    const user = await findUser(db, viewer.id)
    return { ways: [user?.passwordHash ? 'password' : 'mailed-code'], passkey: null }
  }
  if (!ways.includes('passkey')) return { ways, passkey: null }
  const of = { userId: viewer.id, sessionId: viewer.sessionId }
  const challenge = await openChallenge(db, { purpose: 'step-up', ...of, now })
  return present(db, platform, { userId: viewer.id, challenge, ways })
}

/** Mails a code to a user who has neither a factor nor a password. Throws `password_exists`. */
export async function askForProofCode(db: Db, viewer: Viewer): Promise<void> {
  const user = await findUser(db, viewer.id)
  if (user?.passwordHash) throw new Failure(accountFailures.password_exists)
  await enqueue(db, sendProofCodeMail, { userId: viewer.id }, { key: `proof-code:${viewer.id}` })
}

/**
 * Proves for ten minutes that it is the user. Throws `wrong_code`, `passkey_refused`, `challenge_over`,
 * `current_password_wrong`, `too_many_requests`.
 */
export async function prove(
  inTransaction: InTransaction,
  call: Circumstances & { viewer: Viewer },
  given: {
    currentPassword?: string | undefined
    code?: string | undefined
    challenge?: string | undefined
    assertion?: Assertion | undefined
  },
): Promise<void> {
  const { platform, viewer, now } = call
  const { currentPassword, code = '', challenge, assertion } = given
  const mark = (db: Db, method: ProofMethod) =>
    markSessionProved(db, viewer.sessionId, { methods: [method], now })
  if (!viewer.hasFactor) {
    if (currentPassword === undefined)
      return inTransaction(async (db) => {
        await redeemProofCode(db, viewer, code, now)
        await mark(db, 'mailed-code')
      })
    await provePassword(inTransaction, viewer, currentPassword)
    return inTransaction((db) => mark(db, 'password'))
  }
  const answer: FactorAnswer = assertion ? { challenge: challenge ?? '', assertion } : { code }
  if ('challenge' in answer) {
    const { sessionId } = await inTransaction((db) => takeTry(db, answer.challenge, 'step-up', now))
    if (sessionId !== viewer.sessionId) throw new Failure(proofFailures.challenge_over)
  }
  const checked = await checkAnswer(inTransaction, platform, viewer.id, answer)
  await inTransaction(async (db) => {
    const method = await redeemAnswer(db, platform, { userId: viewer.id, checked, now })
    if ('challenge' in answer) await closeChallenge(db, answer.challenge)
    await mark(db, method)
  })
  if ('code' in answer) await forgiveCodes(platform, viewer.id)
}

/** A password, where there is one, is the stronger proof: then a code is not enough. */
async function redeemProofCode(db: Db, viewer: Viewer, typed: string, now: Date): Promise<void> {
  const user = await findUser(db, viewer.id)
  const read = readCode(typed)
  const code = { userId: viewer.id, purpose: 'prove' as const, code: read?.code ?? '', now }
  const isRight = user?.passwordHash === null && read?.kind === 'mailed' && (await redeemMailedCode(db, code))
  if (!isRight) throw new Failure(proofFailures.wrong_code)
}
