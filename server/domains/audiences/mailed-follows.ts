import { audienceFailures } from '#contract/audiences/failures.ts'
import { acceptPassword, findUserByEmail, openAccount, signIn } from '#server/domains/accounts/service.ts'
import { type CreatorRow, findCreator } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { follow } from './follow.ts'
import { sendFollowMail } from './follow-mail-jobs.ts'
import {
  findMailedFollowOfLink,
  lockMailedFollowOfLink,
  type MailedFollow,
  markMailedFollowUsed,
  saveMailedFollow,
} from './mailed-follow-queries.ts'

/** How long a mailed link works. */
const LIFETIME_MS = 24 * 3_600_000

/**
 * Somebody without a session wants to follow a page. Does the same for every address: who may learn whether it has an
 * account is the reader of its mailbox.
 */
export async function requestFollow(
  db: Db,
  { email, creator, now }: { email: string; creator: CreatorRow; now: Date },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const id = await saveMailedFollow(db, { id: newId(now), email, creatorId: creator.id, expiresAt })
  await enqueue(db, sendFollowMail, { id }, { key: `follow-mail:${id}` })
}

/** What a link is about. Throws `follow_link_invalid`, also when its page is no longer there. */
export async function readLink(db: Db, token: string, now: Date) {
  const wish = await findMailedFollowOfLink(db, hashSecret(token), now)
  const creator = wish && (await findCreator(db, wish.creatorId))
  if (!wish || !creator || creator.isHidden) throw new Failure(audienceFailures.follow_link_invalid)
  const isOpen = wish.email !== null && !(await findUserByEmail(db, wish.email))?.emailVerifiedAt
  return { pageName: creator.pageName, pageHandle: creator.handle, email: isOpen ? wish.email : null }
}

/**
 * Opens the account, signs it in and follows the page. Throws `follow_link_invalid`; `follow_link_used` when the link
 * has done so already, or the address got an account in another way.
 */
export async function finishFollow(
  inTransaction: InTransaction,
  call: Circumstances,
  form: { token: string; name: string; password: string; isAgeConfirmed: boolean },
): Promise<{ token: string; pageHandle: string }> {
  const { now } = call
  const hash = hashSecret(form.token)
  // Before the hash, which costs more than a made-up link is worth.
  await inTransaction(async (db) => refuseUsed(await findMailedFollowOfLink(db, hash, now)))
  const passwordHash = await acceptPassword(form.password)
  return inTransaction(async (db) => {
    const { id, email, creatorId } = refuseUsed(await lockMailedFollowOfLink(db, hash, now))
    const creator = await findCreator(db, creatorId)
    if (!creator || creator.isHidden) throw new Failure(audienceFailures.follow_link_invalid)
    const userId = await openAccount(db, { ...form, email, passwordHash, now })
    if (userId === null) throw new Failure(audienceFailures.follow_link_used)
    await markMailedFollowUsed(db, id, now)
    await follow(db, userId, creator, now)
    return { token: await signIn(db, userId, call, ['mailed-link']), pageHandle: creator.handle }
  })
}

function refuseUsed(wish: MailedFollow | null): { id: string; email: string; creatorId: string } {
  if (!wish) throw new Failure(audienceFailures.follow_link_invalid)
  const { id, email, creatorId } = wish
  if (wish.isUsed || email === null) throw new Failure(audienceFailures.follow_link_used)
  return { id, email, creatorId }
}
