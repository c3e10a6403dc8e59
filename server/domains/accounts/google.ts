import { accountFailures } from '#contract/accounts/failures.ts'
import { readAddress } from '#contract/mail-addresses.ts'
import { NAME_MAX_LENGTH, personName } from '#contract/accounts/rules.ts'
import { withoutHiddenCharacters } from '#contract/visible-text.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { OidcClient, ProvenIdentity } from '#server/platform/oidc/client.ts'

import { insertConfirmedUser } from './newcomers.ts'
import type { PasswordProof } from './password-proof.ts'
import { findUserByIdentity, insertIdentity, lockUserByEmail, type UserRow } from './queries.ts'
import { getUser } from './service.ts'
import { confirmAddress } from './sign-ups.ts'

/** The cookie that ties the popup's sign-in to the browser that started it. */
export const SIGN_IN_COOKIE = 'cheers-sign-in'
export const SIGN_IN_COOKIE_PATH = '/api/auth'
export const SIGN_IN_LIFETIME_MS = 600_000

interface Hints {
  uid?: string | null | undefined
  email?: string | null | undefined
}

/**
 * The person an ID token names. The fields the browser sends alongside are hints for display; one that contradicts the
 * token means tampering.
 */
export async function proveIdentity(
  oidc: OidcClient,
  { idToken, nonce, hints }: { idToken: string; nonce: string; hints: Hints },
): Promise<ProvenIdentity & { verifiedEmail: string }> {
  const identity = await verified(oidc, idToken, nonce)
  const { subject, verifiedEmail } = identity
  if (!verifiedEmail) throw new Failure(accountFailures.identity_unproven)
  if ((hints.uid && hints.uid !== subject) || (hints.email && readAddress(hints.email) !== verifiedEmail))
    throw new Failure(accountFailures.identity_mismatch)
  return { ...identity, verifiedEmail }
}

async function verified(oidc: OidcClient, idToken: string, nonce: string): Promise<ProvenIdentity> {
  try {
    return await oidc.verifyIdToken(idToken, nonce)
  } catch {
    throw new Failure(accountFailures.identity_unproven)
  }
}

/**
 * The account of a proven identity: the one already linked, the one with its address, or a new one. An account whose
 * address was never proved might be someone else's trap, so its password is required before linking.
 */
export async function findOrCreateAccount(
  db: Db,
  identity: ProvenIdentity & { verifiedEmail: string },
  request: LinkRequest,
): Promise<UserRow> {
  const { issuer, subject } = identity
  const linked = await findUserByIdentity(db, issuer, subject)
  const user =
    linked ?? (await linkByEmail(db, identity, request)) ?? (await createAccount(db, identity, request.now))
  if (user.status === 'suspended') throw new Failure(accountFailures.account_suspended)
  if (!linked) await insertIdentity(db, { issuer, subject, userId: user.id, createdAt: request.now })
  return user
}

interface LinkRequest {
  /** null: none was given. */
  password: PasswordProof | null
  now: Date
}

async function linkByEmail(
  db: Db,
  { verifiedEmail }: { verifiedEmail: string },
  { password, now }: LinkRequest,
): Promise<UserRow | null> {
  const user = await lockUserByEmail(db, verifiedEmail)
  if (!user || user.emailVerifiedAt) return user
  // Without a password there is none that a stranger could have set.
  if (user.passwordHash !== null) {
    if (password === null) throw new Failure(accountFailures.link_password_required)
    if (password.provenHash !== user.passwordHash) throw new Failure(accountFailures.credentials_wrong)
  }
  await confirmAddress(db, user.id, now)
  return user
}

async function createAccount(
  db: Db,
  identity: ProvenIdentity & { verifiedEmail: string },
  now: Date,
): Promise<UserRow> {
  const { verifiedEmail: email, picture: profileImage } = identity
  const user = { name: possibleName(identity), email, profileImage, passwordHash: null, ageConfirmedAt: null }
  return getUser(db, await insertConfirmedUser(db, user, now))
}

/** The issuer's name for the person, unless our own forms wouldn't accept it. */
function possibleName({ name, verifiedEmail }: ProvenIdentity & { verifiedEmail: string }): string {
  const candidates = [name ?? '', verifiedEmail.split('@')[0] ?? '']
  const cleaned = candidates.map((each) =>
    personName.safeParse(withoutHiddenCharacters(each).trim().slice(0, NAME_MAX_LENGTH).toWellFormed()),
  )
  return cleaned.find(({ success }) => success)?.data ?? 'Member'
}
