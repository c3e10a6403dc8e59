import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

/** A repeated sign-up keeps its code, and the tries that were wrong. */
export async function openCode(
  db: Db,
  code: { signUpHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into activation_codes as c (sign_up_hash, expires_at) values (${code.signUpHash}, ${code.expiresAt})
      on conflict (sign_up_hash) do update set expires_at = excluded.expires_at,
        wrong_tries = case when c.expires_at > ${code.now} then c.wrong_tries else 0 end`,
  )
}

export async function saveCode(
  db: Db,
  code: { signUpHash: Buffer; userId: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into activation_codes (sign_up_hash, user_id, code_hash, expires_at)
      values (${code.signUpHash}, ${code.userId}, ${code.codeHash}, ${code.expiresAt})
      on conflict (sign_up_hash) do update set user_id = excluded.user_id, code_hash = excluded.code_hash,
        expires_at = excluded.expires_at`,
  )
}

/**
 * Tries a code, and counts it if it is wrong; null if there is none to try, or it has had its tries. One statement: of
 * many simultaneous tries, each sees those before it.
 */
export function takeCodeTry(
  db: Db,
  {
    signUpHash,
    codeHash,
    wrongTriesMax,
    now,
  }: Record<'signUpHash' | 'codeHash', Buffer> & {
    wrongTriesMax: number
    now: Date
  },
): Promise<{ userId: string | null; isRight: boolean; wrongTries: number } | null> {
  const isRight = sql`code_hash is not distinct from ${codeHash}::bytea`
  return maybeOne(
    db,
    sql<{ userId: string | null; isRight: boolean; wrongTries: number }>`update activation_codes
      set wrong_tries = wrong_tries + case when ${isRight} then 0 else 1 end
      where sign_up_hash = ${signUpHash} and expires_at > ${now} and wrong_tries < ${wrongTriesMax}
      returning user_id as "userId", ${isRight} as "isRight", wrong_tries as "wrongTries"`,
  )
}

export async function hasActivationCode(db: Db, signUpHash: Buffer, now: Date): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isThere: boolean }>`select exists (
      select from activation_codes where sign_up_hash = ${signUpHash} and expires_at > ${now}) as "isThere"`,
  )
  return row.isThere
}

export async function endCodeAt(db: Db, signUpHash: Buffer, at: Date): Promise<void> {
  await run(
    db,
    sql`update activation_codes set expires_at = least(expires_at, ${at}) where sign_up_hash = ${signUpHash}`,
  )
}

/** A limited number at a time, the longest expired first. */
export async function deleteStaleCodes(db: Db, now: Date): Promise<void> {
  await run(
    db,
    sql`delete from activation_codes where sign_up_hash in (
      select sign_up_hash from activation_codes where expires_at < ${now} order by expires_at limit 10000)`,
  )
}
