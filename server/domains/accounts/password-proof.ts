import { accountFailures } from '#contract/accounts/failures.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances, Viewer } from '#server/platform/http/implement.ts'

import { letGuess } from './guesses.ts'
import { isPassword } from './passwords.ts'
import { findUser, listUsersByEmail, type UserRow } from './queries.ts'
import { findSignUp } from './sign-up-queries.ts'

/** Proof that a user knew a password, carried into a transaction which then needn't wait for a hash. */
export interface PasswordProof {
  /** The stored hash the password matches; null when it matches none. */
  provenHash: string | null
}

/**
 * Of the accounts of an address, the one whose password this is. Takes as long when there is none. Call outside any
 * transaction: waiting in line for a hash must not hold a connection or a row.
 */
export async function findOwner(users: readonly UserRow[], password: string): Promise<UserRow | null> {
  const [first, ...others] = users
  if (await isPassword(password, first?.passwordHash ?? null)) return first ?? null
  for (const other of others)
    if (other.emailVerifiedAt && (await isPassword(password, other.passwordHash))) return other
  return null
}

/** Tries a password of a signed-out user against the account of an address, within the guesses their place has left. Throws `too_many_requests`. */
export async function guessPassword(
  inTransaction: InTransaction,
  call: Circumstances,
  { email, password }: { email: string; password: string },
): Promise<PasswordProof> {
  let proof: PasswordProof = { provenHash: null }
  await letGuess(call, inTransaction, email, async () => {
    const users = await inTransaction((db) => listUsersByEmail(db, email))
    proof = { provenHash: (await findOwner(users, password))?.passwordHash ?? null }
    return proof.provenHash !== null
  })
  return proof
}

/** The same against the address's recent sign-up, without counting. */
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
 * Requires the password of the user's own account, before something that a stolen session must not do. Throws
 * `current_password_wrong`, also for an account that has none: it has to set one first.
 */
export async function provePassword(
  inTransaction: InTransaction,
  viewer: Viewer,
  password: string,
): Promise<void> {
  const user = await inTransaction((db) => findUser(db, viewer.id))
  const { provenHash } = await tryHash(password, user?.passwordHash ?? null)
  if (provenHash === null) throw new Failure(accountFailures.current_password_wrong)
}
