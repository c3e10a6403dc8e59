import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

import { LIVE_PLAYLIST_SEGMENTS } from '#contract/live/broadcast-rules.ts'
import { stateAt } from '#contract/live/rules.ts'
import { soundOfSegment } from '#server/platform/media-files/sound-alone.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readObject } from '#server/platform/storage/read-object.ts'

import { findShown, listParts, type Part } from './playback-queries.ts'
import { livePlaylist, partLines, wholePlaylist } from './playlist.ts'

/*
 * Hundreds ask for the same playlist and the same segment in the same second. A node keeps what is shown at the moment:
 * the database is asked a few times a second, however many watch, and the store once for each segment.
 */

const FRESH_MS = 300
/** A playlist of all is some hundred kilobytes after hours; nobody who goes back needs its end at once. */
const WHOLE_FRESH_MS = 1000
const SHOWS_MAX = 200
/** Those whose whole playlist is kept, of a megabyte each after twelve hours. */
const WHOLES_MAX = 20
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024
const SOUND_BYTES_MAX = 8 * 1024 * 1024
/** A second of it, as far as the room for it goes; few are larger. */
const SOUND_SIZE = 32 * 1024
const PARTS_AT_ONCE = 5000

/** The playlist of what is on now, and the segments it names. */
interface Show {
  text: Buffer
  parts: readonly Part[]
}

interface Whole {
  lines: string
  last: Part | null
  text: Buffer
  zipped: Buffer
}

/** What was read, and when it was asked for. */
interface Asked<Found> {
  atMs: number
  read: Promise<Found | null>
}

function createShows() {
  return {
    shows: new LRUCache<string, Asked<Show>>({ max: SHOWS_MAX }),
    /** The segments that were listed last, whose successors are asked for. */
    tails: new LRUCache<string, readonly Part[]>({ max: SHOWS_MAX }),
    wholes: new LRUCache<string, Asked<Whole>>({ max: WHOLES_MAX }),
    /** Of segments without their pictures. */
    sounds: new LRUCache<string, { size: number; bytes: Promise<Buffer | null> }>({
      maxSize: SOUND_BYTES_MAX,
      sizeCalculation: ({ size }) => size,
    }),
    bytes: new LRUCache<string, { size: number; bytes: Promise<Buffer | null> }>({
      maxSize: SEGMENT_BYTES_MAX,
      sizeCalculation: ({ size }) => size,
    }),
  }
}

const ofPlatform = new WeakMap<Platform, ReturnType<typeof createShows>>()

function shownBy(platform: Platform): ReturnType<typeof createShows> {
  const known = ofPlatform.get(platform) ?? createShows()
  ofPlatform.set(platform, known)
  return known
}

/** What is on now in a session; null: nothing was sent. */
export function findShow(platform: Platform, id: string): Promise<Show | null> {
  const { shows } = shownBy(platform)
  const known = shows.get(id)
  const atMs = platform.clock.now().getTime()
  if (known && atMs - known.atMs < FRESH_MS) return known.read
  const read = readShow(platform, id)
  shows.set(id, { atMs, read })
  read.catch(() => shows.delete(id))
  return read
}

/** It has changed: whoever asks next is told. */
export function forgetShow(platform: Platform, id: string): void {
  shownBy(platform).shows.delete(id)
}

async function readShow(platform: Platform, id: string): Promise<Show | null> {
  const { database, clock } = platform
  const { tails } = shownBy(platform)
  const facts = await findShown(database.db, id)
  if (!facts || facts.segments === 0) return null
  const first = Math.max(0, facts.segments - LIVE_PLAYLIST_SEGMENTS)
  const known = (tails.get(id) ?? []).filter(({ seq }) => seq >= first)
  const from = (known.at(-1)?.seq ?? first - 1) + 1
  const added = await listParts(database.db, { id, from, limit: LIVE_PLAYLIST_SEGMENTS })
  const parts = [...known, ...added].slice(-LIVE_PLAYLIST_SEGMENTS)
  // They were removed.
  if (parts.length === 0) return null
  tails.set(id, parts)
  const isOver = stateAt(facts, clock.now()) === 'ended'
  const text = Buffer.from(livePlaylist(parts, { longestMs: facts.longestMs, isOver }))
  return { text, parts }
}

/** All that was shown of a session, or is being shown; null: nothing was sent. */
export function findWhole(platform: Platform, id: string): Promise<Whole | null> {
  const { wholes } = shownBy(platform)
  const known = wholes.get(id)
  const atMs = platform.clock.now().getTime()
  if (known && atMs - known.atMs < WHOLE_FRESH_MS) return known.read
  const read = (known?.read ?? Promise.resolve(null)).then((before) => readWhole(platform, id, before))
  wholes.set(id, { atMs, read })
  read.catch(() => wholes.delete(id))
  return read
}

const zip = promisify(gzip)

async function readWhole(
  { database: { db }, clock }: Platform,
  id: string,
  before: Whole | null,
): Promise<Whole | null> {
  const facts = await findShown(db, id)
  if (!facts || facts.segments === 0) return null
  let { lines, last } = before ?? { lines: '', last: null }
  for (let isEnd = false; !isEnd;) {
    const parts: Part[] = await listParts(db, {
      id,
      from: last === null ? 0 : last.seq + 1,
      limit: PARTS_AT_ONCE,
    })
    lines += partLines(parts, last)
    last = parts.at(-1) ?? last
    isEnd = parts.length < PARTS_AT_ONCE
  }
  if (last === null) return null
  const isOver = stateAt(facts, clock.now()) === 'ended'
  const text = Buffer.from(wholePlaylist(lines, { longestMs: facts.longestMs, isOver }))
  return { lines, last, text, zipped: await zip(text, { level: 1 }) }
}

/** The bytes of a segment that was sent just now; many ask for them. */
export function keepInMemory(platform: Platform, key: string, bytes: Buffer): void {
  shownBy(platform).bytes.set(key, { size: bytes.length, bytes: Promise.resolve(bytes) })
}

/** The bytes of a segment that is on now, read once for all who ask; null: they are gone. */
export function readSegment(platform: Platform, { key, bytes: size }: Part): Promise<Buffer | null> {
  const { bytes } = shownBy(platform)
  const known = bytes.get(key)
  if (known) return known.bytes
  const read = readObject(platform.storage, key)
  bytes.set(key, { size, bytes: read })
  read.then(
    (found) => found ?? bytes.delete(key),
    () => bytes.delete(key),
  )
  return read
}

/** What broadcasters sent may be anything. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** The same without its pictures; null: it has no sound, or is gone. Made once for all who ask. */
export function readSound(
  platform: Platform,
  part: Part,
  findInit: () => Promise<{ key: string } | null>,
): Promise<Buffer | null> {
  const { sounds } = shownBy(platform)
  const known = sounds.get(part.key)
  if (known) return known.bytes
  const read = makeSound()
  sounds.set(part.key, { size: SOUND_SIZE, bytes: read })
  read.then(
    (made) => made ?? sounds.delete(part.key),
    () => sounds.delete(part.key),
  )
  return read

  async function makeSound(): Promise<Buffer | null> {
    const found = await findInit()
    const init = found && (await readObject(platform.storage, found.key))
    const segment = await readSegment(platform, part)
    return init && segment && orNull(() => soundOfSegment(segment, init))
  }
}
