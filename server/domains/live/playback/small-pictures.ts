import os from 'node:os'
import { LRUCache } from 'lru-cache'

import { liveFailures } from '#contract/live/failures.ts'
import { workFolder } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'
import { MediaUnreadable } from '#server/platform/ffmpeg/run-ffmpeg.ts'
import { createSlots } from '#server/platform/http/slots.ts'
import { makeSmallApart, makeSmallRecordApart } from '#server/platform/media-files/make-small.ts'
import {
  pictureSpan,
  type SmallFrame,
  smallFrameOf,
  smallInit,
} from '#server/platform/media-files/small-picture.ts'
import { soundOfSegment } from '#server/platform/media-files/sound-alone.ts'
import type { Platform } from '#server/platform/platform.ts'
import { LIVE_AT_ONCE } from '#server/platform/process-pool/open-processes.ts'
import { ProcessDied, TaskFailed } from '#server/platform/process-pool/task.ts'
import { readObject } from '#server/platform/storage/read-object.ts'

import { findInit, listParts, type Part } from './playback-queries.ts'
import { readSegment } from './shows.ts'

/*
 * Pictures of 360 lines, for who saves data. Each segment is made by itself when somebody asks for it, once for all who
 * ask, and kept in memory: any node makes any of them, and nothing is stored.
 */

/** Fewer are needed for what broadcasts, shows and serves pages. */
const PROCESSORS_MIN = 4
/** About four minutes of one session. */
const KEPT_BYTES = 16 * 1024 * 1024
const RECORDS_MAX = 100
/** What couldn't be made isn't tried again for a while, whoever asks. */
const FAILED_MAX = 1000
const FAILED_MS = 60_000
/** Or not for so long, where it may only have waited for processors. */
const SLOW = { fromMs: 4000, ms: 10_000 }
/** Under way or waiting, of what is on now and of what was shown before: the second never delays the first for long. */
const NOW = { perKey: 3, total: LIVE_AT_ONCE * 8 }
const BEFORE = { perKey: 2, total: LIVE_AT_ONCE * 2 }
/** A picture that needs those before it: as far as keyframes of sensible encoders are apart. */
const BACK_SEGMENTS = 8
const BACK_BYTES = 16 * 1024 * 1024
const RETRY_SECONDS = 2

function createSmall() {
  return {
    kept: new LRUCache<string, Buffer>({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ length }) => Math.max(1, length),
    }),
    making: new Map<string, Promise<Buffer | null>>(),
    /** By frame: the parameters of its pictures. */
    records: new LRUCache<string, Buffer>({ max: RECORDS_MAX }),
    failed: new LRUCache<string, true>({ max: FAILED_MAX, ttl: FAILED_MS }),
    now: createSlots(NOW),
    before: createSlots(BEFORE),
  }
}

const ofPlatform = new WeakMap<Platform, ReturnType<typeof createSmall>>()

function smallOf(platform: Platform): ReturnType<typeof createSmall> {
  const known = ofPlatform.get(platform) ?? createSmall()
  ofPlatform.set(platform, known)
  return known
}

/** Whether this node makes small pictures. */
export async function hasSmallPictures({ config }: Pick<Platform, 'config'>): Promise<boolean> {
  if (config.smallPictures === 'off') return false
  if (config.smallPictures === 'auto' && os.availableParallelism() < PROCESSORS_MIN) return false
  return hasFfmpeg()
}

interface Asking {
  /** The session. */
  id: string
  playerId: string
  /** Among what is on now. */
  isShown: boolean
}

/** A segment with a small picture; null: it is gone. Throws `no_small_picture`. */
export function readSmall(platform: Platform, part: Part, asking: Asking): Promise<Buffer | null> {
  return once(platform, part.key, asking, async () => {
    const init = await readInitOf(platform, asking.id, part.broadcastId)
    const segment = await readSegment(platform, part)
    if (!init || !segment) return null
    const frame = readable(() => smallFrameOf(init))
    const span = readable(() => pictureSpan(segment, init))
    if (!span) return readable(() => soundOfSegment(segment, init))
    const before = span.isKeyframeFirst ? [] : await listBefore(platform, asking.id, part, init)
    const { durationMs } = part
    const work = { init, before, segment, durationMs, frame }
    return makeSmallApart(platform, workFolder(platform.config.dataDir), work)
  })
}

/** What players read before the small segments of a line; null: there is none. Throws `no_small_picture`. */
export async function readSmallInit(
  platform: Platform,
  line: string,
  asking: Asking,
): Promise<Buffer | null> {
  return once(platform, `init ${line}`, asking, async () => {
    const init = await readInitOf(platform, asking.id, line)
    if (!init) return null
    const frame = readable(() => smallFrameOf(init))
    const record = await recordOf(platform, frame)
    return readable(() => smallInit(init, frame, record))
  })
}

async function recordOf(platform: Platform, frame: SmallFrame): Promise<Buffer> {
  const { records } = smallOf(platform)
  const key = [frame.widthPx, frame.heightPx, frame.timescale].join(' ')
  const record =
    records.get(key) ?? (await makeSmallRecordApart(platform, workFolder(platform.config.dataDir), frame))
  records.set(key, record)
  return record
}

async function readInitOf(
  { database, storage }: Platform,
  id: string,
  broadcastId: string,
): Promise<Buffer | null> {
  const found = await findInit(database.db, id, broadcastId)
  return found && readObject(storage, found.key)
}

/** What has to be decoded before a segment that doesn't begin with a keyframe, from the last one that does. */
async function listBefore(
  platform: Platform,
  id: string,
  { seq, broadcastId }: Part,
  init: Buffer,
): Promise<Buffer[]> {
  const from = Math.max(0, seq - BACK_SEGMENTS)
  const parts = await listParts(platform.database.db, { id, from, limit: seq - from })
  const before: Buffer[] = []
  let sizeBytes = 0
  for (const part of parts.toReversed()) {
    sizeBytes += part.bytes
    if (part.broadcastId !== broadcastId || sizeBytes > BACK_BYTES) break
    const bytes = await readSegment(platform, part)
    if (!bytes) break
    before.unshift(bytes)
    if (readable(() => pictureSpan(bytes, init))?.isKeyframeFirst === true) return before
  }
  // There is none near: what can be shown without is shown.
  return before
}

/** Makes what isn't there, once for all who ask, and not where too much is being made. */
async function once(
  platform: Platform,
  key: string,
  asking: Asking,
  make: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  if (!(await hasSmallPictures(platform))) throw notNow()
  const small = smallOf(platform)
  const known = small.kept.get(key) ?? small.making.get(key)
  if (known) return known
  if (small.failed.has(key)) throw notNow()
  const leave = small[asking.isShown ? 'now' : 'before'].take(asking.playerId)
  if (!leave) throw notNow()
  const making = makeOrFail()
  small.making.set(key, making)
  return making

  async function makeOrFail(): Promise<Buffer | null> {
    const from = performance.now()
    try {
      const made = await make()
      if (made) small.kept.set(key, made)
      return made
    } catch (error) {
      // Others are the fault of what it was made of, or of too much to do.
      const isUnreadable = [MediaUnreadable, TaskFailed, ProcessDied].some((kind) => error instanceof kind)
      const isSlow = performance.now() - from >= SLOW.fromMs
      if (isUnreadable) small.failed.set(key, true, { ttl: isSlow ? SLOW.ms : FAILED_MS })
      platform.log.warn({ err: error, liveSessionId: asking.id }, 'a small picture was not made')
      throw notNow()
    } finally {
      small.making.delete(key)
      leave?.()
    }
  }
}

/** What broadcasters sent may be anything. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new MediaUnreadable('It can’t be made small', { cause: error })
  }
}

function notNow(): Failure {
  return new Failure(liveFailures.no_small_picture, { retryAfterSeconds: RETRY_SECONDS })
}
