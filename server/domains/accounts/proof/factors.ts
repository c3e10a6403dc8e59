import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { type Attestation, PASSKEYS_MAX, type PasskeyCreation } from '#contract/accounts/proof-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { lockUser } from '../queries.ts'
import type { FactorChange } from '../security-emails.ts'
import { markSessionProved } from '../session-queries.ts'
import { decryptSecret, encryptSecret, newAppSecret, stepOfCode } from './app-codes.ts'
import { closeChallenge, openChallenge, takeTry } from './challenges.ts'
import { sendFactorMail } from './factor-mails.ts'
import {
  confirmApp,
  countRecoveryCodes,
  deleteFactor,
  deleteRecoveryCodes,
  type FactorRow,
  findApp,
  findBegunApp,
  hasFactor,
  listFactors,
  saveBegunApp,
  saveLabel,
} from './factor-queries.ts'
import { insertPasskey, listPasskeys } from './passkey-queries.ts'
import { checkAttestation, creationFor, passkeyHost } from './passkeys.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'

/** How long an authenticator app that was begun can be finished. */
const BEGUN_MS = 3_600_000

/** A new secret for the user's authenticator app; it counts once a code of it was entered. Throws `app_exists`. */
export async function beginApp(db: Db, platform: Platform, viewer: Viewer, now: Date): Promise<string> {
  await lockUser(db, viewer.id)
  if (await findApp(db, viewer.id)) throw new Failure(proofFailures.app_exists)
  const secret = newAppSecret()
  const encryptedSecret = encryptSecret(platform, viewer.id, secret)
  await saveBegunApp(db, { id: newId(now), userId: viewer.id, encryptedSecret, now })
  return secret
}

/** Finishes it. Answers the first recovery codes, or null when there are some. Throws `app_not_begun`, `wrong_code`. */
export async function addApp(
  db: Db,
  platform: Platform,
  viewer: Viewer,
  { code, now }: { code: string; now: Date },
): Promise<string[] | null> {
  await lockUser(db, viewer.id)
  const app = await findBegunApp(db, viewer.id)
  if (!app || app.createdAt.getTime() + BEGUN_MS < now.getTime() || (await findApp(db, viewer.id)))
    throw new Failure(proofFailures.app_not_begun)
  const step = stepOfCode(decryptSecret(platform, viewer.id, app.encryptedSecret), code.replace(' ', ''), now)
  if (step === null) throw new Failure(proofFailures.wrong_code)
  const isFirst = !(await hasFactor(db, viewer.id))
  await confirmApp(db, app.id, { step, now })
  return welcomeFactor(db, viewer, { id: app.id, kind: 'app', isFirst }, now)
}

/** What the browser needs to make a passkey. Throws `passkeys_full`. */
export async function beginPasskey(
  db: Db,
  platform: Platform,
  viewer: Viewer,
  now: Date,
): Promise<PasskeyCreation> {
  await refuseTooMany(db, viewer.id)
  const of = { userId: viewer.id, sessionId: viewer.sessionId }
  const challenge = await openChallenge(db, { purpose: 'new-passkey', ...of, now })
  const known = await listPasskeys(db, viewer.id, passkeyHost(platform))
  return creationFor(platform, challenge, viewer, known)
}

/** Keeps a passkey that the browser made. Answers as {@link addApp}. Throws `passkeys_full`, `passkey_refused`, `challenge_over`. */
export async function addPasskey(
  inTransaction: InTransaction,
  platform: Platform,
  viewer: Viewer,
  made: { challenge: string; attestation: Attestation; label: string; now: Date },
): Promise<string[] | null> {
  const { challenge, label, now } = made
  const { sessionId } = await inTransaction((db) => takeTry(db, challenge, 'new-passkey', now))
  const passkey = sessionId === viewer.sessionId ? await checkAttestation(platform, made) : null
  if (!passkey) throw new Failure(proofFailures.passkey_refused)
  return inTransaction(async (db) => {
    await lockUser(db, viewer.id)
    await refuseTooMany(db, viewer.id)
    await closeChallenge(db, challenge)
    const isFirst = !(await hasFactor(db, viewer.id))
    const row = { ...passkey, id: newId(now), userId: viewer.id, label, host: passkeyHost(platform), now }
    if (!(await insertPasskey(db, row))) throw new Failure(proofFailures.passkey_refused)
    return welcomeFactor(db, viewer, { id: row.id, kind: 'passkey', isFirst }, now)
  })
}

async function refuseTooMany(db: Db, userId: string): Promise<void> {
  const passkeys = (await listFactors(db, userId)).filter(({ kind }) => kind === 'passkey')
  if (passkeys.length >= PASSKEYS_MAX) throw new Failure(proofFailures.passkeys_full)
}

/** Whoever adds a factor has it: the session counts as proved by it. */
async function welcomeFactor(
  db: Db,
  viewer: Viewer,
  factor: { id: string; kind: FactorRow['kind']; isFirst: boolean },
  now: Date,
): Promise<string[] | null> {
  await markSessionProved(db, viewer.sessionId, { methods: [factor.kind], now })
  const firstId = factor.isFirst ? factor.id : null
  const change: FactorChange = factor.kind === 'app' ? 'app-added' : 'passkey-added'
  await enqueue(db, sendFactorMail, { userId: viewer.id, change, firstId })
  const { all } = await countRecoveryCodes(db, viewer.id)
  return all > 0 ? null : issueRecoveryCodes(db, viewer.id, now)
}

/** Throws `factor_not_found`. */
export async function renameFactor(db: Db, viewer: Viewer, id: string, label: string): Promise<void> {
  if (!(await saveLabel(db, viewer.id, id, label))) throw new Failure(proofFailures.factor_not_found)
}

/** Removes a factor; with the last one go the recovery codes. Answers its kind. Throws `factor_not_found`. */
export async function removeFactor(db: Db, viewer: Viewer, id: string): Promise<FactorRow['kind']> {
  await lockUser(db, viewer.id)
  const kind = await deleteFactor(db, viewer.id, id)
  if (kind === null) throw new Failure(proofFailures.factor_not_found)
  if (!(await hasFactor(db, viewer.id))) await deleteRecoveryCodes(db, viewer.id)
  const change: FactorChange = kind === 'app' ? 'app-removed' : 'passkey-removed'
  await enqueue(db, sendFactorMail, { userId: viewer.id, change, firstId: null })
  return kind
}

/** Throws `factors_missing`: codes alone would be a second password. */
export async function replaceRecoveryCodes(db: Db, viewer: Viewer, now: Date): Promise<string[]> {
  await lockUser(db, viewer.id)
  if (!(await hasFactor(db, viewer.id))) throw new Failure(proofFailures.factors_missing)
  await enqueue(db, sendFactorMail, { userId: viewer.id, change: 'codes-made', firstId: null })
  return issueRecoveryCodes(db, viewer.id, now)
}
