import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { type Assertion, readCode } from '#contract/accounts/proof-rules.ts'
import type { FactorMethod } from '#contract/http/proof-methods.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { endRecovery } from '../lost-factors/recovery-queries.ts'
import { decryptSecret, stepOfCode } from './app-codes.ts'
import { findApp, takeStep } from './factor-queries.ts'
import { sendRecoveryCodeMail } from './factor-mails.ts'
import { countPasskey, findPasskey, type PasskeyRow } from './passkey-queries.ts'
import { checkAssertion, passkeyHost } from './passkeys.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'

/*
 * Wrong codes for one account, from anywhere. Three codes count at a time, so that whoever knows the password guesses
 * one within a day with a chance of one in five thousand. Passkeys can't be guessed and work meanwhile.
 */
const CODES_HOURLY: Limit = { name: 'factor-codes', points: 15, windowSeconds: 3600 }
const CODES_DAILY: Limit = { name: 'factor-codes-day', points: 60, windowSeconds: 86_400 }

/** What somebody answers with: a code, or a passkey's signature of a challenge. */
export type FactorAnswer = { code: string } | { challenge: string; assertion: Assertion }

/** An answer that is right as far as can be told outside of a transaction. */
type Checked = { code: string } | { passkey: PasskeyRow; counter: number }

/** Checks the part of an answer that needs time and no lock. Throws `passkey_refused`, `too_many_requests`. */
export async function checkAnswer(
  inTransaction: InTransaction,
  platform: Platform,
  userId: string,
  answer: FactorAnswer,
): Promise<Checked> {
  if ('code' in answer) {
    for (const limit of [CODES_HOURLY, CODES_DAILY]) await platform.limits.consume(limit, userId)
    return answer
  }
  const passkey = await inTransaction((db) =>
    findPasskey(db, Buffer.from(answer.assertion.id, 'base64url'), passkeyHost(platform)),
  )
  const right = passkey?.userId === userId && (await checkAssertion(platform, passkey, answer))
  if (!passkey || !right) throw new Failure(proofFailures.passkey_refused)
  return { passkey, counter: right.counter }
}

/**
 * Uses an answer up and says what it was: no code and no signature counts twice. Whoever has a factor hasn't lost them
 * all, so this also ends the removal of lost ones. Throws `wrong_code`, `passkey_refused`.
 */
export async function redeemAnswer(
  db: Db,
  platform: Platform,
  { userId, checked, now }: { userId: string; checked: Checked; now: Date },
): Promise<FactorMethod> {
  const method =
    'code' in checked
      ? await redeemCode(db, platform, userId, checked.code, now)
      : await redeemPasskey(db, checked, now)
  await endRecovery(db, { userId, outcome: 'kept', now })
  return method
}

/** The right person got in; their tries no longer count. */
export async function forgiveCodes({ limits }: Platform, userId: string): Promise<void> {
  for (const limit of [CODES_HOURLY, CODES_DAILY]) await limits.giveBack(limit, userId)
}

async function redeemPasskey(
  db: Db,
  { passkey, counter }: { passkey: PasskeyRow; counter: number },
  now: Date,
): Promise<FactorMethod> {
  if (!(await countPasskey(db, passkey.id, { counter, now })))
    throw new Failure(proofFailures.passkey_refused)
  return 'passkey'
}

async function redeemCode(
  db: Db,
  platform: Platform,
  userId: string,
  typed: string,
  now: Date,
): Promise<FactorMethod> {
  const read = readCode(typed)
  if (read?.kind === 'recovery' && (await redeemRecoveryCode(db, userId, read.code, now))) {
    await enqueue(db, sendRecoveryCodeMail, { userId })
    return 'recovery-code'
  }
  const app = read?.kind === 'app' ? await findApp(db, userId) : null
  const step = app && stepOfCode(decryptSecret(platform, userId, app.encryptedSecret), read?.code ?? '', now)
  if (!app || step === null || !(await takeStep(db, app.id, { step, now })))
    throw new Failure(proofFailures.wrong_code)
  return 'app'
}
