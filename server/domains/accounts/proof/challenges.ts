import { proofFailures } from '#contract/accounts/proof/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import {
  type ChallengePurpose,
  type ChallengeRow,
  countTry,
  deleteChallenge,
  insertChallenge,
} from './challenge-queries.ts'

export const CHALLENGE_MS = 300_000
const TRIES = 5

/** Opens a challenge: a secret that whoever answers it has to bring back, and that a passkey signs. */
export async function openChallenge(
  db: Db,
  { purpose, now, ...of }: Partial<ChallengeRow> & { purpose: ChallengePurpose; now: Date },
): Promise<string> {
  const challenge = newSecret()
  await insertChallenge(db, {
    userId: null,
    sessionId: null,
    firstMethod: null,
    ...of,
    hash: hashSecret(challenge),
    purpose,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
  })
  return challenge
}

/** Takes one of five tries; call it in a transaction of its own, so that a wrong answer counts. Throws `challenge_over`. */
export async function takeTry(
  db: Db,
  challenge: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<ChallengeRow> {
  const row = await countTry(db, { hash: hashSecret(challenge), purpose, triesMax: TRIES, now })
  if (!row) throw new Failure(proofFailures.challenge_over)
  return row
}

/** Ends a challenge that was answered rightly. Throws `challenge_over` if another answer was first. */
export async function closeChallenge(db: Db, challenge: string): Promise<void> {
  if (!(await deleteChallenge(db, hashSecret(challenge)))) throw new Failure(proofFailures.challenge_over)
}
