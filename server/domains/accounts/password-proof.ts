import { accountFailures } from '#contract/accounts/failures.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances, InTransaction, Viewer } from '#server/platform/http/implement.ts'

import { letGuess } from './guesses.ts'
import { isPassword } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { findSignUp } from './sign-up-queries.ts'

/** That somebody knew a password, carried into a transaction which then need not wait for a hash. */
export interface PasswordProof {
  /** The stored hash the password belongs to; null when it belongs to none. */
  provenHash: string | null
}

/**
 * Tries a password against the account of an address. Outside any transaction: those who wait their turn for a hash
 * must hold neither a connection nor a row. Takes as long when there is no such account.
 */
async function tryPassword(
  inTransaction: InTransaction,
  email: string,
  password: string,
): Promise<PasswordProof> {
  const user = await inTransaction((db) => findUserByEmail(db, email))
  return tryHash(password, user?.passwordHash ?? null)
}

/** The same for somebody who is not signed in, within what their place may guess. Throws `too_many_requests`. */
export async function guessPassword(
  inTransaction: InTransaction,
  call: Circumstances,
  { email, password }: { email: string; password: string },
): Promise<PasswordProof> {
  let proof: PasswordProof = { provenHash: null }
  await letGuess(call, inTransaction, email, async () => {
    proof = await tryPassword(inTransaction, email, password)
    return proof.provenHash !== null
  })
  return proof
}

/** The same against what the address signed up with lately. */
export async function trySignUpPassword(
  inTransaction: InTransaction,
  email: string,
  password: string,
): Promise<PasswordProof> {
  const signUp = await inTransaction((db) => findSignUp(db, email))
  return tryHash(password, signUp?.passwordHash ?? null)
}

async function tryHash(password: string, hash: string | null): Promise<PasswordProof> {
  return { provenHash: (await isPassword(password, hash)) ? hash : null }
}

/**
 * Lets pass who knows the password of their own account, before something that a stolen session may not do. Throws
 * `current_password_wrong`, also for an account that has none: it has to set one first.
 */
export async function provePassword(
  inTransaction: InTransaction,
  viewer: Viewer,
  password: string,
): Promise<void> {
  const { provenHash } = await tryPassword(inTransaction, viewer.email, password)
  if (provenHash === null) throw new Failure(accountFailures.current_password_wrong)
}
