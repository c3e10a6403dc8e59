import { formsOfAddress } from '#contract/mail-addresses.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface UserRow {
  id: string
  name: string
  username: string
  email: string
  passwordHash: string | null
  country: string | null
  profileImage: string | null
  status: 'active' | 'suspended'
  emailVerifiedAt: Date | null
  /** When the account is erased; null if no deletion was requested. */
  deletionDueAt: Date | null
  erasedAt: Date | null
  seesAdultPages: boolean
}

const userColumns = sql`u.id, u.name, u.username, u.email, u.password_hash as "passwordHash", u.country,
  u.profile_image as "profileImage", u.status, u.email_verified_at as "emailVerifiedAt",
  u.deletion_due_at as "deletionDueAt", u.erased_at as "erasedAt", u.sees_adult_pages as "seesAdultPages"`

/** The accounts of an address in whatever form it is written: one, but for those from before there was one form. */
export function listUsersByEmail(db: Db, email: string, lock = sql``): Promise<UserRow[]> {
  const forms = formsOfAddress(email)
  return many(
    db,
    sql<UserRow>`select ${userColumns} from users u where u.email = any(${forms}::text[])
      order by u.email_verified_at is null, array_position(${forms}::text[], u.email) ${lock}`,
  )
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  return (await listUsersByEmail(db, email))[0] ?? null
}

/**
 * Locks an address and its account: two registrations or sign-ins for one address run one after the other, even while
 * there is no row yet that could be locked.
 */
export async function lockUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [form] = formsOfAddress(email)
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${form}, 0))`)
  return (await listUsersByEmail(db, email, sql`limit 1 for update`))[0] ?? null
}

export function findUser(db: Db, id: string): Promise<UserRow | null> {
  return maybeOne(db, sql<UserRow>`select ${userColumns} from users u where u.id = ${id}`)
}

/**
 * Returns whether it was written; false when an activated account has the username, even as of this very moment. An
 * account that isn't activated yet never stands in anyone's way.
 */
export async function insertUser(
  db: Db,
  user: Pick<UserRow, 'id' | 'name' | 'username' | 'email' | 'passwordHash' | 'emailVerifiedAt'> & {
    ageConfirmedAt: Date | null
    profileImage?: string | null
    createdAt: Date
  },
): Promise<boolean> {
  const written = await run(
    db,
    sql`insert into users (id, name, username, email, password_hash, profile_image, email_verified_at,
        age_confirmed_at, created_at)
      values (${user.id}, ${user.name}, ${user.username}, ${user.email}, ${user.passwordHash},
        ${user.profileImage ?? null}, ${user.emailVerifiedAt}, ${user.ageConfirmedAt}, ${user.createdAt})
      on conflict (lower(username)) where email_verified_at is not null do nothing`,
  )
  return written > 0
}

/** A registration that was never activated takes the fields of a newer one, and the password it is left with. */
export async function replacePendingUser(
  db: Db,
  user: Pick<UserRow, 'id' | 'name' | 'username' | 'passwordHash'> & { ageConfirmedAt: Date | null },
): Promise<void> {
  await run(
    db,
    sql`update users set name = ${user.name}, username = ${user.username}, password_hash = ${user.passwordHash},
        age_confirmed_at = ${user.ageConfirmedAt}
      where id = ${user.id} and email_verified_at is null`,
  )
}

/** Call with the user locked. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await run(db, sql`update users set password_hash = ${passwordHash} where id = ${userId}`)
}

export function lockUser(db: Db, id: string): Promise<UserRow | null> {
  return maybeOne(db, sql<UserRow>`select ${userColumns} from users u where u.id = ${id} for update`)
}

export async function saveSeesAdultPages(db: Db, userId: string, seesAdultPages: boolean): Promise<void> {
  await run(db, sql`update users set sees_adult_pages = ${seesAdultPages} where id = ${userId}`)
}

export interface ProfileChanges {
  name: string
  username: string
  /** undefined: stays as it is. */
  country: string | null | undefined
  /** A storage key; null removes the picture, undefined keeps it. */
  profileImage: string | null | undefined
}

export async function updateProfile(db: Db, userId: string, profile: ProfileChanges): Promise<void> {
  await run(
    db,
    sql`update users set name = ${profile.name}, username = ${profile.username},
        country = ${profile.country === undefined ? sql`country` : profile.country},
        profile_image = ${profile.profileImage === undefined ? sql`profile_image` : profile.profileImage}
      where id = ${userId}`,
  )
}

export type MailTokenPurpose =
  | 'activate'
  | 'reset'
  | 'delete'
  | 'password'
  | 'prove'
  | 'not-me'
  | 'not-my-factor'
  | 'email-old'
  | 'email-new'
  | 'email-undo'
  | 'keep-factors'

export interface MailTokenRow {
  userId: string
  /** What it is about, where there are several. */
  subjectId: string | null
  /** The browser of a sign-in, as `known_places` has it. */
  deviceMark: Buffer | null
  expiresAt: Date
  usedAt: Date | null
}

export async function insertMailToken(
  db: Db,
  token: {
    hash: Buffer
    purpose: MailTokenPurpose
    userId: string
    subjectId: string | null
    deviceMark: Buffer | null
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into mail_tokens (token_hash, purpose, user_id, subject_id, device_mark, created_at,
        expires_at)
      values (${token.hash}, ${token.purpose}, ${token.userId}, ${token.subjectId}, ${token.deviceMark},
        ${token.createdAt}, ${token.expiresAt})`,
  )
}

/** The user of a link, so that their account can be locked before it. */
export async function findMailTokenUserId(
  db: Db,
  hash: Buffer,
  purpose: MailTokenPurpose,
): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ userId: string }>`select user_id as "userId" from mail_tokens
      where token_hash = ${hash} and purpose = ${purpose}`,
  )
  return row?.userId ?? null
}

export function lockMailToken(db: Db, hash: Buffer, purpose: MailTokenPurpose): Promise<MailTokenRow | null> {
  return maybeOne(
    db,
    sql<MailTokenRow>`select user_id as "userId", subject_id as "subjectId",
        device_mark as "deviceMark", expires_at as "expiresAt", used_at as "usedAt"
      from mail_tokens where token_hash = ${hash} and purpose = ${purpose} for update`,
  )
}

export async function markMailTokenUsed(db: Db, hash: Buffer, now: Date): Promise<void> {
  await run(db, sql`update mail_tokens set used_at = ${now} where token_hash = ${hash}`)
}

/** Older links and codes of these kinds stop working. */
export async function deleteUnusedMailTokens(
  db: Db,
  userId: string,
  purposes: readonly MailTokenPurpose[],
): Promise<void> {
  await run(
    db,
    sql`delete from mail_tokens where user_id = ${userId} and purpose = any(${purposes}::text[]) and used_at is null`,
  )
}

/** Of each kind as many at once; what is left goes with the next run. */
const STALE_AT_ONCE = 10_000

export async function deleteStaleSecrets(
  db: Db,
  now: Date,
  sessionsSeenBefore: Date,
  sessionsMadeBefore: Date,
): Promise<void> {
  await run(
    db,
    sql`delete from mail_tokens where token_hash in (
      select token_hash from mail_tokens where expires_at < ${now} order by expires_at limit ${STALE_AT_ONCE})`,
  )
  await run(
    db,
    sql`delete from oidc_sign_ins where id_hash in (
      select id_hash from oidc_sign_ins where expires_at < ${now} order by expires_at limit ${STALE_AT_ONCE})`,
  )
  await run(
    db,
    sql`delete from sessions where id in (
      (select id from sessions where last_seen_at < ${sessionsSeenBefore} order by last_seen_at limit ${STALE_AT_ONCE})
      union all
      (select id from sessions where created_at < ${sessionsMadeBefore} order by created_at limit ${STALE_AT_ONCE}))`,
  )
}

export function findUserByIdentity(db: Db, issuer: string, subject: string): Promise<UserRow | null> {
  return maybeOne(
    db,
    sql<UserRow>`select ${userColumns} from user_identities i join users u on u.id = i.user_id
      where i.issuer = ${issuer} and i.subject = ${subject}`,
  )
}

export async function insertIdentity(
  db: Db,
  identity: { issuer: string; subject: string; userId: string; createdAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into user_identities (issuer, subject, user_id, created_at)
      values (${identity.issuer}, ${identity.subject}, ${identity.userId}, ${identity.createdAt})
      on conflict (issuer, subject) do nothing`,
  )
}

export async function insertOidcSignIn(
  db: Db,
  signIn: { idHash: Buffer; state: string; nonce: string; codeVerifier: string; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into oidc_sign_ins (id_hash, state, nonce, code_verifier, expires_at)
      values (${signIn.idHash}, ${signIn.state}, ${signIn.nonce}, ${signIn.codeVerifier}, ${signIn.expiresAt})`,
  )
}

export interface OidcSignInRow {
  state: string
  nonce: string
  codeVerifier: string
}

const signInColumns = sql`state, nonce, code_verifier as "codeVerifier"`

export function findOidcSignIn(db: Db, idHash: Buffer, now: Date): Promise<OidcSignInRow | null> {
  return maybeOne(
    db,
    sql<OidcSignInRow>`select ${signInColumns} from oidc_sign_ins where id_hash = ${idHash} and expires_at > ${now}`,
  )
}

/** Takes a sign-in, so that its ID token works once. */
export async function takeOidcSignIn(db: Db, idHash: Buffer, now: Date): Promise<OidcSignInRow | null> {
  const rows = await many(
    db,
    sql<OidcSignInRow>`delete from oidc_sign_ins where id_hash = ${idHash} and expires_at > ${now}
      returning ${signInColumns}`,
  )
  return rows[0] ?? null
}

/** A user's subject at the issuer they sign in with, the first they connected; null without one. */
export async function findSubject(db: Db, userId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ subject: string }>`select subject from user_identities where user_id = ${userId}
      order by created_at, subject limit 1`,
  )
  return row?.subject ?? null
}

/** The handle of a user's own page; the page itself belongs to a later domain. */
export async function findPageHandle(db: Db, userId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ handle: string }>`select handle from creators where user_id = ${userId}`,
  )
  return row?.handle ?? null
}
