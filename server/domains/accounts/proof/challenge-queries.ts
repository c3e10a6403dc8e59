import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

export type ChallengePurpose = 'second-step' | 'passkey-sign-in' | 'step-up' | 'new-passkey'

export interface ChallengeRow {
  userId: string | null
  sessionId: string | null
  firstMethod: 'password' | 'google' | null
}

export async function insertChallenge(
  db: Db,
  challenge: ChallengeRow & { hash: Buffer; purpose: ChallengePurpose; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into proof_challenges (challenge_hash, purpose, user_id, session_id, first_method, created_at, expires_at)
      values (${challenge.hash}, ${challenge.purpose}, ${challenge.userId}, ${challenge.sessionId},
        ${challenge.firstMethod}, ${challenge.createdAt}, ${challenge.expiresAt})`,
  )
}

/** Counts a try and returns what it is for; null if the challenge is unknown, over, or has had its tries. */
export function countTry(
  db: Db,
  { hash, purpose, triesMax, now }: { hash: Buffer; purpose: ChallengePurpose; triesMax: number; now: Date },
): Promise<ChallengeRow | null> {
  return maybeOne(
    db,
    sql<ChallengeRow>`update proof_challenges set tries = tries + 1
      where challenge_hash = ${hash} and purpose = ${purpose} and expires_at > ${now} and tries < ${triesMax}
      returning user_id as "userId", session_id as "sessionId", first_method as "firstMethod"`,
  )
}

/** Whether it was still there: each challenge is answered once. */
export async function deleteChallenge(db: Db, hash: Buffer): Promise<boolean> {
  return (await run(db, sql`delete from proof_challenges where challenge_hash = ${hash}`)) > 0
}

export async function deleteStaleChallenges(db: Db, now: Date): Promise<void> {
  await run(db, sql`delete from proof_challenges where expires_at < ${now}`)
}
