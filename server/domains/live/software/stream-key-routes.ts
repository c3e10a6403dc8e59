import { pageFailures } from '#contract/failures.ts'
import { liveFailures } from '#contract/live/failures.ts'
import * as contract from '#contract/live/stream-key-routes.ts'
import type { StreamFault } from '#contract/live/stream-key-routes.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret, newStreamKey } from '#server/platform/secrets.ts'

import { clipAddress } from './clips.ts'
import { findStreamKey, replaceStreamKey, type StreamKeyRow } from './stream-key-queries.ts'

const keysPerUser: Limit = { name: 'stream-key', points: 20, windowSeconds: 3600 }
/** Encoders that go away without a word are noticed later than this. */
const HEARD_MS = 10_000
const FAULT_KNOWN_MS = 600_000
/** Counted to be told of, and not refused: whoever tries keys has no hope with 192 bits. */
export const wrongKeys: Limit = { name: 'wrong-stream-key', points: 1000, windowSeconds: 600 }

export const streamKeyImplementations: Implementation[] = [
  implementForMember(contract.getStreamKey, async (db, { viewer, now, platform, ip }) => {
    const row = await findStreamKey(db, await creatorIdOf(db, viewer.id))
    const incoming = row && presentIncoming(row, now)
    return {
      server: serverOf(platform.config),
      createdAt: row?.createdAt.toISOString() ?? null,
      incoming,
      fault: incoming === null ? await faultOf(platform, row, { ip, now }) : null,
    }
  }),

  implementForMember(
    contract.makeStreamKey,
    async (db, { viewer, now, platform }) => {
      const creatorId = await creatorIdOf(db, viewer.id)
      const server = serverOf(platform.config)
      if (server === null) throw new Failure(liveFailures.wrong_state)
      const key = newStreamKey()
      await replaceStreamKey(db, { creatorId, keyHash: hashSecret(key), now })
      return { server, key }
    },
    { limits: [{ limit: keysPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]

async function creatorIdOf(db: Db, userId: string): Promise<string> {
  const creator = await findCreatorOfUser(db, userId)
  if (!creator) throw new Failure(pageFailures.page_not_found)
  return creator.id
}

function serverOf({ rtmp, publicUrl }: Config): string | null {
  if (rtmp === null) return null
  return `${rtmp.tls ? 'rtmps' : 'rtmp'}://${new URL(publicUrl).hostname}:${rtmp.port}/live`
}

function presentIncoming(row: StreamKeyRow, now: Date) {
  if (row.heardAt === null || now.getTime() - row.heardAt.getTime() > HEARD_MS) return null
  const { width, height, kilobits, keyframeMs, hasSound, isPreview, clipKey } = row
  const keyframeSeconds = keyframeMs === null ? null : keyframeMs / 1000
  const clipUrl = clipKey === null ? null : clipAddress(clipKey)
  return { width, height, kilobits, keyframeSeconds, hasSound, isPreview, clipUrl }
}

/** What was refused last; a wrong key is nobody’s, so it is known by where it came from. */
async function faultOf(
  { limits }: Platform,
  row: StreamKeyRow | null,
  { ip, now }: { ip: string; now: Date },
): Promise<StreamFault | null> {
  const isRecent = row?.faultAt != null && now.getTime() - row.faultAt.getTime() < FAULT_KNOWN_MS
  if (row?.fault && isRecent) return row.fault
  return (await limits.hasAttempts(wrongKeys, ip)) ? 'wrong_key' : null
}
