import { randomInt } from 'node:crypto'

import { PASS_MINUTES } from '#contract/staff/pass-routes.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Viewer } from '#server/platform/http/principal.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/realtime/publish.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { endPassOf, findUsedPass, markPassUsed, putPass, type UsedPassRow } from './pass-queries.ts'

/** The stored form of a code. */
function hashOf(code: string): Buffer {
  return hashSecret(`support-pass:${code}`)
}

/** Makes a code with which one person on the staff sees part of an account; an earlier one is worth nothing any more. */
export async function makePass(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<{ code: string; expiresAt: Date }> {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const expiresAt = new Date(now.getTime() + PASS_MINUTES * 60_000)
  await putPass(db, { id: newId(now), userId, codeHash: hashOf(code), now, expiresAt })
  await tell(db, userId)
  return { code, expiresAt }
}

/** Takes a code from somebody on the staff: the pass is theirs alone from then on. null: it opens nothing for them. */
export async function openPass(
  db: Db,
  { code, by, now }: { code: string; by: string; now: Date },
): Promise<{ id: string; userId: string; expiresAt: Date } | null> {
  const pass = await markPassUsed(db, { codeHash: hashOf(code), by, now })
  if (pass) await tell(db, pass.userId)
  return pass
}

/** Ends a pass, whoever of the two wants that. False: there was none. */
export async function endPass(db: Db, userId: string, now: Date): Promise<boolean> {
  const isEnded = await endPassOf(db, userId, now)
  if (isEnded) await tell(db, userId)
  return isEnded
}

/** The pass that somebody on the staff uses now. */
export function findPassInUse(
  db: Db,
  pass: { id: string; by: string; now: Date },
): Promise<UsedPassRow | null> {
  return findUsedPass(db, pass)
}

/** Its giver, as calls that read name their caller. There is no session: nothing that needs one is seen with a pass. */
export function giverOf({ userId, name, email, creatorId, payeeId }: UsedPassRow, passId: string): Viewer {
  return {
    kind: 'user',
    id: userId,
    name,
    email,
    creatorId,
    payeeId,
    sessionId: passId,
    roles: [],
    provedAt: null,
    methods: [],
    hasFactor: false,
  }
}

/** Open pages of the giver show that somebody looks, as soon as they do. */
async function tell(db: Db, userId: string): Promise<void> {
  await publish(db, userTopic, userId, { name: 'notification', data: {} })
}
