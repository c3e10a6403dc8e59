import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { accountFailures } from '#contract/accounts/failures.ts'
import { accountMessages as messages } from '#contract/accounts/messages.ts'
import type { Assertion, PasskeyRequest, ProofWay, SecondStep } from '#contract/accounts/proof-rules.ts'
import type { login } from '#contract/accounts/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances } from '#server/platform/http/implement.ts'
import type { Platform } from '#server/platform/platform.ts'

import { lockUser } from '../queries.ts'
import { signIn } from '../sign-in.ts'
import { closeChallenge, openChallenge, takeTry } from './challenges.ts'
import { countRecoveryCodes, listFactors } from './factor-queries.ts'
import { findPasskey, listPasskeys } from './passkey-queries.ts'
import { passkeyHost, requestFor } from './passkeys.ts'
import { checkAnswer, type FactorAnswer, forgiveCodes, redeemAnswer } from './try-factor.ts'

/** Signs in a person after the first step, or asks for the second one if their account has a factor. */
export async function enter(
  db: Db,
  userId: string,
  call: Circumstances,
  firstMethod: 'password' | 'google',
): Promise<OutputOf<typeof login>> {
  const ways = await listFactorWays(db, call.platform, userId)
  if (ways === null)
    return { msg: messages.loginSuccessful, token: await signIn(db, userId, call, [firstMethod]) }
  const challenge = await openChallenge(db, { purpose: 'second-step', userId, firstMethod, now: call.now })
  const second = await present(db, call.platform, { userId, challenge, ways })
  return { msg: proofMessages.secondStepNeeded, challenge, second }
}

/**
 * Signs in with the second step: five tries within five minutes. Throws `challenge_over`, `wrong_code`, `passkey_refused`,
 * `account_suspended`, `too_many_requests`.
 */
export async function finishSecondStep(
  inTransaction: InTransaction,
  call: Circumstances,
  { challenge, code, assertion }: { challenge: string; code?: string; assertion?: Assertion },
): Promise<string> {
  const { platform, now } = call
  const begun = await inTransaction((db) => takeTry(db, challenge, 'second-step', now))
  const { userId, firstMethod } = begun
  if (userId === null || firstMethod === null) throw new Failure(proofFailures.challenge_over)
  const answer: FactorAnswer = assertion ? { challenge, assertion } : { code: code ?? '' }
  const checked = await checkAnswer(inTransaction, platform, userId, answer)
  const token = await inTransaction(async (db) => {
    await refuseSuspended(db, userId)
    const method = await redeemAnswer(db, platform, { userId, checked, now })
    await closeChallenge(db, challenge)
    return signIn(db, userId, call, [firstMethod, method])
  })
  if ('code' in answer) await forgiveCodes(platform, userId)
  return token
}

/** A challenge for whoever has a passkey for us; it says nothing about anybody. */
export async function beginPasskeySignIn(db: Db, platform: Platform, now: Date): Promise<PasskeyRequest> {
  return requestFor(platform, await openChallenge(db, { purpose: 'passkey-sign-in', now }), [])
}

/**
 * Signs in with a passkey alone: it is something its holder has, and opens by their finger, face or PIN. Throws
 * `passkey_unknown`, `passkey_refused`, `challenge_over`, `account_suspended`.
 */
export async function finishPasskeySignIn(
  inTransaction: InTransaction,
  call: Circumstances,
  answer: { challenge: string; assertion: Assertion },
): Promise<string> {
  const { platform, now } = call
  const credentialId = Buffer.from(answer.assertion.id, 'base64url')
  await inTransaction((db) => takeTry(db, answer.challenge, 'passkey-sign-in', now))
  const passkey = await inTransaction((db) => findPasskey(db, credentialId, passkeyHost(platform)))
  if (!passkey) throw new Failure(proofFailures.passkey_unknown)
  const { userId } = passkey
  const checked = await checkAnswer(inTransaction, platform, userId, answer)
  return inTransaction(async (db) => {
    await refuseSuspended(db, userId)
    const method = await redeemAnswer(db, platform, { userId, checked, now })
    await closeChallenge(db, answer.challenge)
    return signIn(db, userId, call, [method])
  })
}

async function refuseSuspended(db: Db, userId: string): Promise<void> {
  const user = await lockUser(db, userId)
  if (user?.status !== 'active') throw new Failure(accountFailures.account_suspended)
}

/** How a user with second factors can prove who they are; null without any. */
export async function listFactorWays(db: Db, platform: Platform, userId: string): Promise<ProofWay[] | null> {
  const factors = await listFactors(db, userId)
  if (factors.length === 0) return null
  const host = passkeyHost(platform)
  const ways: ProofWay[] = []
  if (factors.some((factor) => factor.host === host)) ways.push('passkey')
  if (factors.some(({ kind }) => kind === 'app')) ways.push('app')
  if ((await countRecoveryCodes(db, userId)).left > 0) ways.push('recovery-code')
  return ways
}

/** The ways, with what the browser needs for a passkey. */
export async function present(
  db: Db,
  platform: Platform,
  { userId, challenge, ways }: { userId: string; challenge: string; ways: ProofWay[] },
): Promise<SecondStep> {
  const passkeys = ways.includes('passkey') ? await listPasskeys(db, userId, passkeyHost(platform)) : []
  return { ways, passkey: passkeys.length > 0 ? requestFor(platform, challenge, passkeys) : null }
}
