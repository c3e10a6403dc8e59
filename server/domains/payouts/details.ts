import {
  hintOf,
  type PayoutDetails,
  type PayoutDetailsForm,
  readPayoutDetails,
} from '#contract/payouts/details.ts'
import { payoutFailures } from '#contract/payouts/failures.ts'
import { payoutMessages } from '#contract/payouts/messages.ts'
import { holdUntil } from '#contract/payouts/rules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/query.ts'
import { decrypt, encrypt, encryptionHeader } from '#server/platform/encryption.ts'
import { Failure } from '#server/platform/failure.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'

import {
  type DetailsRow,
  extendHold,
  findCreatorOfUser,
  findDetails,
  lockCreator,
  saveDetails,
} from './details-queries.ts'
import { payoutDetailsChanged } from './events.ts'
import { listRequestedPayoutIds, takeApprovalBack } from './payout-queries.ts'
import { settlePayout } from './payouts.ts'

const PURPOSE = 'payout-details'

/** Where the keys are that details are encrypted and decrypted with. */
export type EncryptionKeys = Pick<Platform, 'secretKey'> & { config: Pick<Config, 'previousSecretKey'> }

function keyFor({ secretKey, config }: EncryptionKeys, creatorId: string) {
  return { secretKey, previousSecretKey: config.previousSecretKey, purpose: PURPOSE, owner: creatorId }
}

/** The first bytes of everything that is encrypted with the present key. */
export function presentHeader({ secretKey }: EncryptionKeys): Buffer {
  return encryptionHeader({ secretKey, purpose: PURPOSE })
}

/** The same text under the present key. Throws if neither key opens it. */
export function encryptAnew(keys: EncryptionKeys, creatorId: string, encrypted: Buffer): Buffer {
  return encrypt(decrypt(encrypted, keyFor(keys, creatorId)), keyFor(keys, creatorId))
}

/**
 * Somebody else may have been in a creator's account: whatever has not left waits for as long as after a change of the
 * details, so that their owner has time to look.
 */
export async function holdPayouts(db: Db, userId: string, now: Date): Promise<void> {
  const creatorId = await findCreatorOfUser(db, userId)
  if (creatorId === null) return
  await lockCreator(db, creatorId)
  await extendHold(db, creatorId, holdUntil(now))
  await takeApprovalBack(db, creatorId)
}

/** Decrypts details; only for sending money, or to compare. */
export function openDetails(platform: EncryptionKeys, creatorId: string, encrypted: Buffer): PayoutDetails {
  return JSON.parse(decrypt(encrypted, keyFor(platform, creatorId))) as PayoutDetails
}

/**
 * Stores where a creator is paid, encrypted. New details are held for five days and announced by mail, the first ones
 * too: on a page without details, a thief would not have to wait. A payout still waiting on the previous details fails,
 * so that correcting a thief's details also stops the thief's request. The same details again change nothing. Throws
 * `payout_details_wrong`, naming the field.
 */
export async function changeDetails(
  db: Db,
  platform: EncryptionKeys,
  change: { creatorId: string; form: PayoutDetailsForm; now: Date },
): Promise<DetailsRow> {
  const { creatorId, now } = change
  const details = readPayoutDetails(change.form)
  if ('field' in details)
    throw new Failure(payoutFailures.payout_details_wrong, {
      message: details.message,
      field: details.field,
    })
  await lockCreator(db, creatorId)
  const before = await findDetails(db, creatorId)
  const text = JSON.stringify(details)
  if (before && JSON.stringify(openDetails(platform, creatorId, before.encrypted)) === text) return before
  const row: DetailsRow = {
    creatorId,
    method: details.method,
    encrypted: encrypt(text, keyFor(platform, creatorId)),
    hint: hintOf(details),
    changedAt: now,
    heldUntil: holdUntil(now),
  }
  await saveDetails(db, row)
  for (const waiting of await listRequestedPayoutIds(db, creatorId))
    await settlePayout(db, waiting, { status: 'failed', reason: payoutMessages.detailsReplaced, now })
  await emit(db, payoutDetailsChanged, { creatorId }, now)
  return row
}
