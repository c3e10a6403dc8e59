import { formsOfAddress } from '#contract/mail-addresses.ts'
import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface SignUpRow {
  email: string
  username: string
  /** null: two passwords claimed the address. */
  passwordHash: string | null
}

/** The recent sign-up of an address, whether or not it has an account. */
export function findSignUp(db: Db, email: string): Promise<SignUpRow | null> {
  return maybeOne(
    db,
    sql<SignUpRow>`select email, username, password_hash as "passwordHash" from sign_ups
      where email = any(${formsOfAddress(email)}::text[]) limit 1`,
  )
}

/** The sign-up that keeps a username from other addresses. */
export function findReservation(db: Db, username: string, email: string): Promise<SignUpRow | null> {
  return maybeOne(
    db,
    sql<SignUpRow>`select email, username, password_hash as "passwordHash" from sign_ups
      where lower(username) = lower(${username}) and email <> all(${formsOfAddress(email)}::text[])
      order by reserved_until desc limit 1`,
  )
}

/** Forgets a sign-up, and its account if that was never activated. */
export async function deletePending(db: Db, email: string): Promise<void> {
  await run(db, sql`delete from sign_ups where email = ${email}`)
  await run(db, sql`delete from users where email = ${email} and email_verified_at is null`)
}

export async function saveSignUp(
  db: Db,
  signUp: SignUpRow & { reservedUntil: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into sign_ups (email, username, password_hash, reserved_until, expires_at)
      values (${signUp.email}, ${signUp.username}, ${signUp.passwordHash}, ${signUp.reservedUntil}, ${signUp.expiresAt})
      on conflict (email) do update set username = excluded.username, password_hash = excluded.password_hash,
        reserved_until = excluded.reserved_until, expires_at = excluded.expires_at`,
  )
}

export async function extendSignUp(
  db: Db,
  email: string,
  times: { reservedUntil: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`update sign_ups set reserved_until = ${times.reservedUntil}, expires_at = ${times.expiresAt}
      where email = any(${formsOfAddress(email)}::text[])`,
  )
}

export async function deleteSignUp(db: Db, email: string): Promise<void> {
  await run(db, sql`delete from sign_ups where email = any(${formsOfAddress(email)}::text[])`)
}

/** Taking or reserving a username locks it first, and those that look like it, until the transaction ends. */
export async function lockUsername(db: Db, username: string): Promise<void> {
  await run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended('username ' || username_key(${username}), 0))`,
  )
}

/**
 * Whether a user may have a username: nobody has it or one that looks like it, and no other address reserved it. Of two
 * reserved ones that look alike, whoever activates the account first has theirs. A reservation by their own address
 * doesn't count, nor does their own account, if given.
 */
export async function isUsernameFree(
  db: Db,
  username: string,
  of: { email: string; userId: string | null; now: Date },
): Promise<boolean> {
  const row = await one(
    db,
    sql<{ isTaken: boolean }>`select exists (
        select from users
        where (lower(username) = lower(${username}) or username_key(username) = username_key(${username}))
          and email_verified_at is not null
          and id is distinct from ${of.userId}::uuid
      ) or exists (
        select from sign_ups where lower(username) = lower(${username}) and reserved_until > ${of.now}
          and email <> all(${formsOfAddress(of.email)}::text[])
      ) as "isTaken"`,
  )
  return !row.isTaken
}

/** Confirms an address for good, and with it the username. */
export async function markEmailVerified(
  db: Db,
  user: { id: string; username: string },
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`update users set email_verified_at = ${now}, username = ${user.username}
      where id = ${user.id} and email_verified_at is null`,
  )
}

/**
 * Forgets sign-ups that came to nothing, and with them the accounts that were never activated; a limited number at a
 * time, the longest expired first.
 */
export async function deleteStaleSignUps(db: Db, now: Date): Promise<void> {
  await run(
    db,
    sql`with gone as (
      delete from sign_ups where email in (
        select email from sign_ups where expires_at < ${now} order by expires_at limit 5000) returning email)
      delete from users using gone where users.email = gone.email and users.email_verified_at is null`,
  )
}
