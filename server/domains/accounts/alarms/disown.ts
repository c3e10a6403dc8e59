import { proofFailures } from '#contract/accounts/proof/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { forgetDevice } from '../guess-queries.ts'
import { redeemMailToken } from '../mail-tokens.ts'
import { deleteFactors } from '../proof/factor-queries.ts'
import { lockUser } from '../queries.ts'
import { raiseAlarm } from './alarm.ts'

/**
 * Its owner says, by a mail's link, that a sign-in or the account's first second factor was somebody else's. The factor
 * goes, with any that came after it: they would keep the owner out. Throws `link_invalid`.
 */
export async function disown(db: Db, token: string, now: Date): Promise<void> {
  const ofSignIn = await redeemMailToken(db, { token, purpose: 'not-me', now })
  const ofFactor = ofSignIn ? null : await redeemMailToken(db, { token, purpose: 'not-my-factor', now })
  const redeemed = ofSignIn ?? ofFactor
  const user = redeemed && (await lockUser(db, redeemed.userId))
  if (!user) throw new Failure(proofFailures.link_invalid)
  if (ofSignIn?.deviceMark) await forgetDevice(db, user.id, ofSignIn.deviceMark)
  if (ofFactor) await deleteFactors(db, user.id)
  await raiseAlarm(db, user, now)
}
