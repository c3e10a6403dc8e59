import { newUsername } from '#contract/accounts/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId, newSuffix } from '#server/platform/ids.ts'

import { deleteUnusedMailTokens, insertUser, lockUserByEmail, replacePendingUser } from './queries.ts'
import { isUsernameFree, lockUsername } from './sign-up-queries.ts'
import { confirmAddress } from './sign-ups.ts'

/**
 * Opens an account for somebody who has just proved that they read an address; its username comes from the address.
 * A sign-up that was never activated becomes theirs, with the password they choose now. Returns the account's id, or
 * null when the address has an account already.
 */
export async function openAccount(
  db: Db,
  person: { email: string; name: string; passwordHash: string; isAgeConfirmed: boolean; now: Date },
): Promise<string | null> {
  const { email, name, passwordHash, now } = person
  const known = await lockUserByEmail(db, email)
  if (known && (known.emailVerifiedAt || known.status === 'suspended')) return null
  const ageConfirmedAt = person.isAgeConfirmed ? now : null
  if (known) {
    await replacePendingUser(db, { ...known, name, passwordHash, ageConfirmedAt })
    await deleteUnusedMailTokens(db, known.id, ['activate', 'reset'])
    await confirmAddress(db, known.id, now)
    return known.id
  }
  return insertConfirmedUser(db, { name, email, passwordHash, ageConfirmedAt }, now)
}

/** An account whose address is proven, under the first of its possible usernames that is free. Returns its id. */
export async function insertConfirmedUser(
  db: Db,
  user: Omit<Parameters<typeof insertUser>[1], 'id' | 'username' | 'emailVerifiedAt' | 'createdAt'>,
  now: Date,
): Promise<string> {
  const id = newId(now)
  const names = await possibleUsernames(db, user.email, now)
  for (const username of names)
    if (await insertUser(db, { ...user, id, username, emailVerifiedAt: now, createdAt: now })) return id
  throw new Error(`None of ${names.length} usernames was free`)
}

/**
 * The name before the @ if nobody has it, then with random endings, since another sign-in may take a name between our
 * look-up and our insert; people change it in their settings.
 */
async function possibleUsernames(db: Db, email: string, now: Date): Promise<string[]> {
  const own = (email.split('@')[0] ?? '').replace(/[^\p{L}\p{M}\p{N}._-]/gu, '').slice(0, 20)
  const possible = [own, own.replaceAll('.', '-')].map((each) => newUsername.safeParse(each))
  const base = possible.find(({ success }) => success)?.data ?? 'someone'
  const endings = Array.from({ length: 3 }, () => `${base}-${newSuffix()}`)
  await lockUsername(db, base)
  return (await isUsernameFree(db, base, { email, userId: null, now })) ? [base, ...endings] : endings
}
