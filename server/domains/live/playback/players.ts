import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

import { PLAYERS_MAX } from '#contract/live/broadcast-rules.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { stateAt } from '#contract/live/rules.ts'
import { createCookieReader } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { endWith } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findEntrance, type FoundRow } from '../queries.ts'
import {
  deleteOldPlayers,
  findLine,
  findPlayerOwner,
  insertPlayer,
  lockPlayersOf,
} from './playback-queries.ts'

/** So long a player that may show a session isn't asked about again. */
const REMEMBERED_MS = 30_000
const REMEMBERED_MAX = 10_000
const COOKIES_KEPT = 1000

/** Until when a player with these cookies may show its session. Who may not is asked about each time. */
const remembered = new WeakMap<Platform, LRUCache<string, number>>()

function rememberedBy(platform: Platform) {
  const known = remembered.get(platform) ?? new LRUCache<string, number>({ max: REMEMBERED_MAX })
  remembered.set(platform, known)
  return known
}

/** A place to watch at, for somebody who may come. Throws `live_session_not_found` where nothing was to be shown. */
export async function openPlayer(
  platform: Platform,
  db: Db,
  { row, userId, now }: { row: FoundRow; userId: string; now: Date },
): Promise<{ playerId: string; mime: string | null; hasCaptions: boolean; isOver: boolean }> {
  const state = stateAt(row, now)
  const line = await findLine(db, row.id)
  const isOver = state === 'ended'
  if (row.video === 'none' || state === 'cancelled' || state === 'missed')
    throw new Failure(liveFailures.live_session_not_found)
  await lockPlayersOf(db, userId)
  const gone = await deleteOldPlayers(db, userId, PLAYERS_MAX - 1)
  const playerId = newId(now)
  await insertPlayer(db, { id: playerId, liveSessionId: row.id, userId, now })
  if (gone.length > 0)
    endWith(db, {
      afterCommit() {
        const known = rememberedBy(platform)
        for (const key of known.keys()) if (gone.some((id) => key.startsWith(`${id}:`))) known.delete(key)
      },
    })
  return { playerId, mime: line?.mime ?? null, hasCaptions: line?.hasCaptions ?? false, isOver }
}

/** Most are some hundred characters; what is remembered of others isn't longer. */
function shortened(header: string): string {
  return header.length <= COOKIES_KEPT ? header : createHash('sha256').update(header).digest('base64')
}

export interface Asking {
  liveSessionId: string
  playerId: string
  cookies: Readonly<Record<string, string | undefined>>
  /** The header they were read from. */
  cookieHeader: string
}

/**
 * Whether a player shows its session to whoever asks: the player's owner, by their cookie, who may still come. That holds for
 * half a minute.
 */
export function createPlayerGate(platform: Platform): (asking: Asking) => Promise<boolean> {
  const findCookieHolder = createCookieReader(platform)
  const known = rememberedBy(platform)
  return async ({ liveSessionId, playerId, cookies, cookieHeader }) => {
    if (cookieHeader === '') return false
    const key = `${playerId}:${liveSessionId}:${shortened(cookieHeader)}`
    const now = platform.clock.now()
    if (now.getTime() < (known.get(key) ?? 0)) return true
    const { db } = platform.database
    const ownerId = await findPlayerOwner(db, playerId, liveSessionId)
    if (ownerId === null || (await findCookieHolder(cookies)) !== ownerId) return false
    const entrance = await findEntrance(db, { id: liveSessionId, viewerId: ownerId, now })
    if (entrance?.mayCome !== true) return false
    known.set(key, now.getTime() + REMEMBERED_MS)
    return true
  }
}
