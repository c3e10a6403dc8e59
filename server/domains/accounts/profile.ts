import { accountFailures } from '#contract/accounts/failures.ts'
import type { getLoggedInUser } from '#contract/accounts/routes.ts'
import { newUsername } from '#contract/accounts/rules.ts'
import { type OutputOf, platformFailures } from '#contract/http/route.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { publicObjectUrl } from '#server/platform/storage/storage.ts'

import { hasFactor } from './proof/factor-queries.ts'
import {
  findPageHandle,
  findSubject,
  findUser,
  lockUser,
  type ProfileChanges,
  updateProfile,
  type UserRow,
} from './queries.ts'
import { isUsernameFree, lockUsername } from './sign-up-queries.ts'

/** Changes the user's own profile. Also returns the storage key of a picture that nothing refers to any more. */
export async function changeProfile(
  db: Db,
  userId: string,
  profile: ProfileChanges,
  now: Date,
): Promise<{ user: UserRow; replacedImage: string | null }> {
  // Two tabs replacing the picture at once would both name the same old one, and leave one of the new ones behind.
  const before = await lockUser(db, userId)
  if (!before) throw new Failure(platformFailures.not_found)
  // One that was chosen by earlier rules may stay.
  if (profile.username !== before.username) await claimUsername(db, profile.username, before, now)
  await updateProfile(db, userId, profile)
  const user = await findUser(db, userId)
  if (!user) throw new Failure(platformFailures.not_found)
  const replaced = profile.profileImage === undefined ? null : before.profileImage
  return { user, replacedImage: storedPicture(replaced) }
}

async function claimUsername(db: Db, username: string, user: UserRow, now: Date): Promise<void> {
  const [issue] = newUsername.safeParse(username).error?.issues ?? []
  if (issue) throw new Failure(platformFailures.invalid_input, { message: issue.message, field: 'username' })
  await lockUsername(db, username)
  if (!(await isUsernameFree(db, username, { email: user.email, userId: user.id, now })))
    throw new Failure(accountFailures.username_taken)
}

/** A user as they see themselves. */
export async function presentUser(db: Db, user: UserRow): Promise<OutputOf<typeof getLoggedInUser>['user']> {
  const pageHandle = await findPageHandle(db, user.id)
  return {
    _id: user.id,
    name: user.name,
    displayName: user.name,
    username: user.username,
    email: user.email,
    country: user.country,
    profileImage: profileImageUrl(user.profileImage),
    uid: await findSubject(db, user.id),
    photoURL: user.profileImage !== null && isAddress(user.profileImage) ? user.profileImage : null,
    isCreator: pageHandle !== null,
    hasPassword: user.passwordHash !== null,
    hasSecondFactor: await hasFactor(db, user.id),
    pageHandle,
    seesAdultPages: user.seesAdultPages,
    deletionDueAt: user.deletionDueAt?.toISOString() ?? null,
  }
}

/** A portrait is the sign-in issuer's, at its address, or one of our own in the store. */
export function profileImageUrl(profileImage: string | null): string | null {
  return profileImage === null || isAddress(profileImage) ? profileImage : publicObjectUrl(profileImage)
}

/** The key of a portrait in our own store, or null. */
export function storedPicture(profileImage: string | null): string | null {
  return profileImage !== null && !isAddress(profileImage) ? profileImage : null
}

function isAddress(profileImage: string): boolean {
  return /^https?:/.test(profileImage)
}
