import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { Interrupted } from '#server/platform/backup/backup-error.ts'
import { followLog, type Follower } from '#server/platform/backup/follow-log.ts'
import { type BackupFolder, listBases, openFolder, writeCovered } from '#server/platform/backup/folder.ts'
import { clockOf, dropUnfinished, makeBase, reachedBy } from '#server/platform/backup/make-base.ts'
import { dropSlot, openSlot } from '#server/platform/backup/open-slot.ts'
import {
  connectForReplication,
  formatLsn,
  hangUp,
  identify,
  type ReplicationClient,
  type ServerIdentity,
} from '#server/platform/backup/replication.ts'
import { dropOld, type Retention } from '#server/platform/backup/retention.ts'
import type { Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/query.ts'
import { createLog } from '#server/platform/log.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import { copyToStore } from './copy-in-store.ts'
import { keepFiles } from './keep-files.ts'
import { keepMedia, setAsideGone } from './keep-media.ts'

export interface BackupRun {
  folder: BackupFolder
  config: Config
  connection: pg.ClientConfig
  isOnce: boolean
  everyMs: number
  retention: Retention
  /** A store to keep a copy of the folder in; null: none. */
  copyTo: Storage | null
  say: (line: string) => void
  /** Ends it in order. */
  signal: AbortSignal
}

/** How often the moment up to which everything is kept is noted. */
const COVER_MS = 5000
const MEDIA_MS = 20_000
/** Media that were uploaded longer ago are looked through when everything is copied anew. */
const MEDIA_NEW_MS = 2 * 86_400_000
const COPY_MS = 20_000
/** Looking for new media takes at most this share of the time. */
const MEDIA_SHARE = 0.1

/** One connection's life: resolves when it was to end, rejects when something broke. */
export async function runBackup(run: BackupRun): Promise<void> {
  const client = await connectForReplication(run.connection)
  const log = createLog({ isProduction: run.config.isProduction, level: 'error' })
  const database = openDatabase({ ...run.connection, application_name: 'cheers backup', max: 4 }, log)
  const { pool: sql, db } = database
  try {
    const server = await identify(client)
    const { id } = await openFolder(run.folder, server.systemId)
    const place = await openSlot(run.folder, id, { sql, server })
    const follower = followLog(client, { ...place, folder: run.folder, ...server })
    try {
      await dropUnfinished(run.folder)
      const storage = await openStorage(run.config)
      await work({ run, client, sql, db, storage, server, follower, isContinuous: place.isContinuous })
    } finally {
      await hangUp(client)
      await follower.ended.catch(() => undefined)
    }
    // Nobody follows until the next time, and the database would keep its log for nothing.
    if (run.isOnce && place.isNewSlot) await dropOnceFree(sql, id)
  } finally {
    await database.close().catch(() => undefined)
    await hangUp(client)
  }
}

async function dropOnceFree(sql: pg.Pool, id: string): Promise<void> {
  // The server notices a moment later that nobody listens.
  for (let tries = 0; tries < 50 && !(await dropSlot(sql, id)); tries += 1) await sleep(100)
}

interface Work {
  run: BackupRun
  client: ReplicationClient
  sql: pg.Pool
  db: Db
  storage: Storage
  server: ServerIdentity
  follower: Follower
  isContinuous: boolean
}

/** Bases, the covered moment and media go on beside each other; the first that breaks ends all. */
async function work(parts: Work): Promise<void> {
  const { run, follower } = parts
  const stopping = new AbortController()
  const signal = AbortSignal.any([run.signal, stopping.signal])
  const goOn = { ...parts, signal, wakeMedia: { isFullDue: false } }
  const ending = bases(goOn).finally(() => run.isOnce && stopping.abort())
  const tasks = [covering(goOn), media(goOn), copying(goOn), ending]
  try {
    await Promise.race([Promise.all(tasks), untilLost(follower, signal)])
  } finally {
    stopping.abort()
    await hangUp(parts.client)
    await Promise.allSettled(tasks)
  }
}

async function untilLost(follower: Follower, signal: AbortSignal): Promise<void> {
  await follower.ended
  if (!signal.aborted) throw new Interrupted('The database ended the connection.')
}

type Going = Work & { signal: AbortSignal; wakeMedia: { isFullDue: boolean } }

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal }).catch(() => undefined)
}

/** Notes up to which moment everything is kept. */
async function covering({ run, sql, server, follower, signal }: Going): Promise<void> {
  while (!signal.aborted) {
    await cover(run.folder, sql, server, follower)
    await pause(COVER_MS, signal)
  }
}

async function cover(
  folder: BackupFolder,
  sql: pg.Pool,
  { timeline }: ServerIdentity,
  follower: Follower,
): Promise<void> {
  const { now, lsn } = await reachedBy(sql)
  await follower.untilKept(lsn)
  await writeCovered(folder, { moment: now.toISOString(), lsn: formatLsn(lsn), timeline })
}

/** Keeps the copy in a store up to date. One that can't be reached is told of, and the folder goes on. */
async function copying({ run, signal }: Going): Promise<void> {
  const { copyTo, folder, isOnce, say } = run
  if (!copyTo || isOnce) return
  let lastProblem = ''
  while (!signal.aborted) {
    await pause(COPY_MS, signal)
    const problem = await copyToStore(folder, copyTo).then(
      () => '',
      (error: unknown) =>
        `the copy in the store is behind: ${error instanceof Error ? error.message : String(error)}`,
    )
    if (problem !== lastProblem)
      say(problem === '' ? 'the copy in the store is up to date again' : `✗ ${problem}`)
    lastProblem = problem
  }
}

/** Copies everything when that is due, and drops what is too old. */
async function bases(going: Going): Promise<void> {
  const { run, sql, server, follower, signal, wakeMedia } = going
  let isContinuous = going.isContinuous
  while (!signal.aborted) {
    const newest = (await listBases(run.folder)).at(-1)
    const now = await clockOf(sql)
    const ageMs = newest ? now.getTime() - Date.parse(newest.facts.finishedAt) : Infinity
    if (run.isOnce || !isContinuous || ageMs >= run.everyMs) {
      const began = performance.now()
      const { name, facts } = await makeBase(run.folder, {
        connection: run.connection,
        sql,
        follower,
        segmentBytes: server.segmentBytes,
      })
      isContinuous = true
      run.say(`base ${name}: ${mebibytes(facts.tarBytes)} in ${seconds(began)}`)
      wakeMedia.isFullDue = true
      const dropped = await dropOld(run.folder, run.retention, await clockOf(sql))
      if (dropped > 0) run.say(`${dropped} older ${dropped === 1 ? 'base' : 'bases'} dropped`)
    }
    if (run.isOnce) {
      await keepRest(going, null)
      await cover(run.folder, sql, server, follower)
      if (run.copyTo) run.say(`copied to the store: ${mebibytes(await copyToStore(run.folder, run.copyTo))}`)
      return
    }
    await pause(COVER_MS, signal)
  }
}

/** Media and the small files, all of them after each base and otherwise those that are new. */
async function media(going: Going): Promise<void> {
  const { run, sql, signal, wakeMedia } = going
  if (run.isOnce) return
  let known: string | null = null
  while (!signal.aborted) {
    const began = performance.now()
    const isFull = wakeMedia.isFullDue || known === null
    wakeMedia.isFullDue = false
    known = await keepRest(
      going,
      isFull ? null : new Date((await clockOf(sql)).getTime() - MEDIA_NEW_MS),
      known,
    )
    await pause(Math.max(MEDIA_MS, (performance.now() - began) / MEDIA_SHARE), signal)
  }
}

async function keepRest(
  { run, sql, db, storage }: Going,
  since: Date | null,
  known: string | null = null,
): Promise<string> {
  const now = await clockOf(sql)
  const { objects, bytes, problems } = await keepMedia(run.folder, { db, storage, since })
  if (objects > 0) run.say(`media: ${objects} new, ${mebibytes(bytes)}`)
  if (since === null) {
    for (const problem of problems) run.say(`✗ ${problem}`)
    const gone = await setAsideGone(run.folder, db, now)
    if (gone > 0) run.say(`media: ${gone} that nothing names any more set aside`)
  }
  return keepFiles(run.folder, { dataDir: run.config.dataDir, now, known })
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

/** Since a moment of `performance.now()`. */
export function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
