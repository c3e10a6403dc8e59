import { createHash, randomBytes } from 'node:crypto'

import {
  INIT_MAX_BYTES,
  INIT_TYPE,
  LIVE_MAX_BYTES,
  LIVE_MAX_SEGMENTS,
  LOST_AFTER_SECONDS,
  SEGMENT_MAX_BYTES,
  SEGMENT_MAX_MS,
  SEGMENT_MIN_MS,
} from '#contract/live/broadcast-rules.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { isUnderWay, stateAt } from '#contract/live/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { liveTopic } from '../events.ts'
import { isAnyLive, type LiveRow, lockLive, lockLiveOf } from '../queries.ts'
import { keepInMemory, forgetShow } from '../playback/shows.ts'
import { applyState } from '../states.ts'
import {
  appendSegment,
  type BroadcastRow,
  countBroadcasts,
  endBroadcasts,
  findBroadcast,
  findBroadcastByKey,
  findOpenBroadcast,
  findSegment,
  insertBroadcast,
  markLost,
  reopenBroadcast,
  storeInit,
} from './broadcast-queries.ts'
import { isFragment, isInit } from './fragment.ts'
import { watchLineSoon } from './watch-line.ts'

/** Lines of one session: one that comes and goes every few seconds is no picture. */
const BROADCASTS_MAX = 500

export interface Beginning {
  clientKey: string
  kind: 'browser' | 'rtmp'
  mime: string
  width: number
  height: number
  /** The line it follows ends, however short ago it was heard. `any`: whichever there is. */
  follows?: string | null
}

/** Begins to send, or goes on. Call with the session locked. Throws `wrong_state`, `being_broadcast`. */
export async function beginBroadcast(
  db: Db,
  row: LiveRow,
  { follows = null, ...beginning }: Beginning,
  now: Date,
): Promise<{ broadcastId: string; nextSeq: number }> {
  if (!isUnderWay(stateAt(row, now)) || row.video !== beginning.kind)
    throw new Failure(liveFailures.wrong_state)
  const open = await findOpenBroadcast(db, row.id)
  const own = await findBroadcastByKey(db, row.id, beginning.clientKey)
  const isFollowed = open !== null && (follows === 'any' || follows === open.id)
  if (
    open &&
    !isFollowed &&
    open.id !== own?.id &&
    now.getTime() - open.heardAt.getTime() < LOST_AFTER_SECONDS * 1000
  )
    throw new Failure(liveFailures.being_broadcast)
  if (open?.id !== own?.id) await endBroadcasts(db, row.id, now)
  if (own) {
    await reopenBroadcast(db, own.id, now)
    return { broadcastId: own.id, nextSeq: row.segments }
  }
  if ((await countBroadcasts(db, row.id, BROADCASTS_MAX)) >= BROADCASTS_MAX)
    throw new Failure(liveFailures.wrong_state)
  const id = newId(now)
  await insertBroadcast(db, { ...beginning, id, liveSessionId: row.id, now })
  return { broadcastId: id, nextSeq: row.segments }
}

/** Throws `live_session_not_found`. */
export async function getBroadcast(db: Db, id: string): Promise<BroadcastRow> {
  const row = await findBroadcast(db, id)
  if (!row) throw new Failure(liveFailures.live_session_not_found)
  return row
}

/** 128 random bits in each: names in the store are never guessed and never used twice. */
function newKey(liveSessionId: string, name: string, extension: string): string {
  return `live/${liveSessionId}/${name}-${randomBytes(16).toString('hex')}.${extension}`
}

/** What players read before the first segment of a line, once. Throws `segment_refused`, `wrong_state`. */
export async function acceptInit(platform: Platform, broadcastId: string, bytes: Buffer): Promise<void> {
  if (bytes.length > INIT_MAX_BYTES || !isInit(bytes)) throw new Failure(liveFailures.segment_refused)
  const found = await getBroadcast(platform.database.db, broadcastId)
  const sha256 = hashOf(bytes)
  if (found.initSha256 === sha256) return
  if (found.initSha256 !== null) throw new Failure(liveFailures.segment_refused)
  const key = newKey(found.liveSessionId, 'init', 'mp4')
  await platform.storage.put(key, bytes, INIT_TYPE)
  await orDeleted(platform, key, async (db, now) => {
    const row = await lockLive(db, found.liveSessionId)
    const broadcast = await getBroadcast(db, broadcastId)
    if (broadcast.initSha256 === sha256) return false
    if (broadcast.initSha256 !== null) throw new Failure(liveFailures.segment_refused)
    if (!row || broadcast.endedAt !== null || !isUnderWay(stateAt(row, now)))
      throw new Failure(liveFailures.wrong_state)
    await storeInit(db, { id: broadcastId, key, bytes: bytes.length, sha256, now })
    return true
  })
}

export interface Segment {
  /** null: whichever is next. */
  seq: number | null
  durationMs: number
  bytes: Buffer
}

/**
 * The next segment of a session, or one that is there already. Returns its number. Throws `segment_refused`,
 * `segment_out_of_order`, `wrong_state`, `one_live_only`.
 */
export async function acceptSegment(
  platform: Platform,
  broadcastId: string,
  segment: Segment,
): Promise<number> {
  const { bytes, durationMs } = segment
  const isLong = !Number.isInteger(durationMs) || durationMs < SEGMENT_MIN_MS || durationMs > SEGMENT_MAX_MS
  if (isLong || bytes.length > SEGMENT_MAX_BYTES || !isFragment(bytes))
    throw new Failure(liveFailures.segment_refused)
  const { liveSessionId } = await getBroadcast(platform.database.db, broadcastId)
  const sha256 = hashOf(bytes)
  const key = newKey(liveSessionId, String(segment.seq ?? 'next'), 'm4s')
  await platform.storage.put(key, bytes, INIT_TYPE)
  const place = { seq: segment.seq ?? 0 }
  const isNew = await orDeleted(platform, key, async (db, now) => {
    const row = await lockLive(db, liveSessionId)
    const broadcast = await getBroadcast(db, broadcastId)
    if (!row) throw new Failure(liveFailures.live_session_not_found)
    place.seq = segment.seq ?? row.segments
    if (place.seq < row.segments) {
      const known = await findSegment(db, liveSessionId, place.seq)
      if (known?.broadcastId === broadcastId && known.sha256 === sha256) return false
    }
    if (place.seq !== row.segments)
      throw new Failure(liveFailures.segment_out_of_order, { params: { nextSeq: String(row.segments) } })
    const state = stateAt(row, now)
    if (!isUnderWay(state) || broadcast.endedAt !== null || broadcast.initKey === null)
      throw new Failure(liveFailures.wrong_state)
    await append(db, row, { ...segment, seq: place.seq, broadcastId, key, sha256 }, now)
    return true
  })
  if (isNew) {
    keepInMemory(platform, key, bytes)
    forgetShow(platform, liveSessionId)
  }
  return place.seq
}

async function append(
  db: Db,
  row: LiveRow,
  segment: {
    seq: number
    durationMs: number
    bytes: Buffer
    broadcastId: string
    key: string
    sha256: string
  },
  now: Date,
): Promise<void> {
  const bytes = segment.bytes.length
  await appendSegment(db, { ...segment, bytes, liveSessionId: row.id, startedMs: row.mediaMs, now })
  if (stateAt(row, now) === 'open') {
    await lockLiveOf(db, row.creatorId)
    if (await isAnyLive(db, row.creatorId)) throw new Failure(liveFailures.one_live_only)
    await applyState(db, row, { state: 'live', reason: null }, now)
  }
  if (row.heardAt === null || row.lostAt !== null) {
    await tellOfPicture(db, row.id, { isOnAir: true, hasLost: false })
    await watchLineSoon(db, row.id, LOST_AFTER_SECONDS * 1000)
  }
  if (segment.seq + 1 >= LIVE_MAX_SEGMENTS || row.mediaBytes + bytes >= LIVE_MAX_BYTES)
    await applyState(db, { ...row, liveAt: row.liveAt ?? now }, { state: 'ended', reason: 'too_long' }, now)
}

/** Stops sending; those who watch are told at once. */
export async function stopBroadcast(db: Db, broadcast: BroadcastRow, now: Date): Promise<void> {
  const row = await lockLive(db, broadcast.liveSessionId)
  const open = await findOpenBroadcast(db, broadcast.liveSessionId)
  if (!row || open?.id !== broadcast.id) return
  await endBroadcasts(db, row.id, now)
  if (row.state !== 'live' || row.lostAt !== null || row.heardAt === null) return
  await markLost(db, row.id, now)
  await tellOfPicture(db, row.id, { isOnAir: false, hasLost: true })
}

async function tellOfPicture(
  db: Db,
  id: string,
  data: { isOnAir: boolean; hasLost: boolean },
): Promise<void> {
  await publish(db, liveTopic, id, { name: 'live-session.video', data })
}

/** Does what refers to an object that is in the store. If it wasn't needed, or that failed, it is removed again. */
async function orDeleted(
  { storage, database, clock }: Platform,
  key: string,
  refer: (db: Db, now: Date) => Promise<boolean>,
): Promise<boolean> {
  let isNamed = false
  try {
    isNamed = await transactionsOf(database.db)((db) => refer(db, clock.now()))
    return isNamed
  } finally {
    if (!isNamed) await storage.delete(key)
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
