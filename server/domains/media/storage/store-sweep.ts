import * as z from 'zod/mini'

import { mediaMessages } from '#contract/media/messages.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'

import { mediumLost } from '../events.ts'
import { listKeys, lockMedium } from '../queries.ts'
import {
  dropRenditions,
  findPageEnd,
  forgetOriginal,
  hasPlayableRendition,
  listMediaObjects,
  listNamedKeys,
  markLost,
  type NamedObject,
  prepareAnew,
} from './store-queries.ts'

/** Objects are written before the rows that name them; by then every row exists. */
const SETTLED_MS = 24 * 3_600_000

const KEYS_AT_ONCE = 500
const MEDIA_AT_ONCE = 200

/** More media than this, and this share of them, don't get lost on their own: the store is the wrong one. */
const SUSPICIOUS_COUNT = 20
const SUSPICIOUS_SHARE = 0.1

/** Reconciles store and database: unreferenced objects are removed, and owners hear of media whose objects are gone. */
export const sweepStore: Job<Record<string, never>> = defineJobInPhases(
  { name: 'media.sweep-store', payload: z.object({}), maxAttempts: 3, cron: '23 3 * * *' },
  async (inTransaction, _, { platform, now, signal }) => {
    // Media first: with another store mounted, nothing may be deleted from it.
    await tellOfLostMedia(platform, inTransaction, now, signal)
    await removeOrphans(platform, signal)
  },
)

/** Objects are dated by the store, so age is by the machine's clock. */
async function removeOrphans({ storage, database, log }: Platform, signal: AbortSignal): Promise<void> {
  const cutoff = new Date(Date.now() - SETTLED_MS)
  const unfinished = await storage.removeUnfinished(cutoff)
  let removed = 0
  const removeUnnamed = async (keys: readonly string[]) => {
    const named = await listNamedKeys(database.db, keys)
    for (const key of keys) {
      if (named.has(key)) continue
      await storage.delete(key)
      removed += 1
    }
  }
  for (const prefix of ['media/', 'images/', 'live/', 'uploads/']) {
    let keys: string[] = []
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      signal.throwIfAborted()
      if (modifiedAt >= cutoff) continue
      keys.push(key)
      if (keys.length < KEYS_AT_ONCE) continue
      await removeUnnamed(keys)
      keys = []
    }
    await removeUnnamed(keys)
  }
  if (removed + unfinished > 0)
    log.warn({ removed, unfinished }, 'objects that nothing refers to were removed')
}

async function tellOfLostMedia(
  platform: Platform,
  inTransaction: InTransaction,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { lost, count } = await findLostMedia(platform, signal)
  if (lost.size > Math.max(SUSPICIOUS_COUNT, count * SUSPICIOUS_SHARE))
    throw new Error(`${lost.size} of ${count} media are not in the store: is it the right one?`)
  for (const [mediaId, objects] of lost) {
    // Asked once more, one by one: a listing may be behind.
    const gone: string[] = []
    for (const { key, sizeBytes } of objects)
      if ((await platform.storage.stat(key))?.sizeBytes !== sizeBytes) gone.push(key)
    await inTransaction((db) => settleLoss(platform, db, mediaId, gone, now))
  }
}

/** Objects that are missing or not as they were stored, by medium. Nothing is changed, and nothing concluded yet. */
async function findLostMedia(
  { storage, database: { db } }: Platform,
  signal: AbortSignal,
): Promise<{ lost: Map<string, NamedObject[]>; count: number }> {
  const lost = new Map<string, NamedObject[]>()
  let count = 0
  for (let after: string | null = null; ;) {
    const end: string | null = await findPageEnd(db, after, MEDIA_AT_ONCE)
    if (end === null) return { lost, count }
    const objects = await listMediaObjects(db, after, MEDIA_AT_ONCE)
    for (const [mediaId, ofOne] of Map.groupBy(objects, (object) => object.mediaId)) {
      signal.throwIfAborted()
      count += 1
      const present = new Map<string, number>()
      for await (const { key, sizeBytes } of storage.list(`media/${ofOne[0]?.folder}/`))
        present.set(key, sizeBytes)
      const missing = ofOne.filter(({ key, sizeBytes }) => present.get(key) !== sizeBytes)
      if (missing.length > 0) lost.set(mediaId, missing)
    }
    after = end
  }
}

/** Under the medium's lock: objects replaced or removed meanwhile aren't lost. */
async function settleLoss(
  { log }: Platform,
  db: Db,
  mediaId: string,
  missing: readonly string[],
  now: Date,
): Promise<void> {
  const row = await lockMedium(db, mediaId)
  if (!row) return
  const named = new Set(await listKeys(db, mediaId))
  const gone = missing.filter((key) => named.has(key))
  if (gone.length === 0) return
  log.error({ mediaId, keys: gone }, 'objects of a media file are missing from the store')
  await dropRenditions(db, mediaId, gone)
  const hasOriginal = row.originalKey !== null && !gone.includes(row.originalKey)
  if (hasOriginal) return prepareAnew(db, mediaId, now)
  if (await hasPlayableRendition(db, mediaId)) return forgetOriginal(db, mediaId)
  await markLost(db, mediaId, mediaMessages.lost)
  await emit(db, mediumLost, { mediaId }, now)
}
