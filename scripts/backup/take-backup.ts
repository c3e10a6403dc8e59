import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { namedObjects } from '#server/domains/media/storage/named-objects.ts'
import { type ClusterLocation, giveTo } from '#server/platform/db/embedded-location.ts'
import type { Db } from '#server/platform/db/query.ts'
import { programEnvironment } from '#server/platform/program.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import { BackupError, type BackupKey, seal } from './age-file.ts'
import {
  dropOld,
  isSegment,
  listBases,
  namesIn,
  readCovered,
  SEALED,
  segmentsFrom,
  stampOf,
  writeCovered,
} from './folder.ts'

/*
 * "Making a Base Backup Using the Low Level API" and "Setting Up WAL Archiving":
 * https://www.postgresql.org/docs/18/continuous-archiving.html
 */

export interface Taking {
  root: string
  key: BackupKey
  location: ClusterLocation
  /** One session: a base ends with the one that it began with. */
  sql: pg.Client
  db: Db
  storage: Storage
  /** How far back any moment can be restored. */
  keepMs: number
  say: (line: string) => void
}

/** As the manual says: what a copy makes anew, or may not have. */
const LEFT_OUT = [
  './pg_wal/*',
  './postmaster.*',
  './pg_replslot/*',
  './pg_dynshmem/*',
  './pg_notify/*',
  './pg_serial/*',
  './pg_snapshots/*',
  './pg_stat_tmp/*',
  './pg_subtrans/*',
  'pgsql_tmp*',
  'pg_internal.init*',
]
const OF_THE_MOMENT = ['secret-key', 'ledger-seals.txt']
/** A disk may be busy, and after three failures the database waits a minute. */
const ARCHIVED_MS = 600_000
const POLL_MS = 50
/** A medium is kept minutes after it was uploaded at most; ids begin with the time they were made at. */
const NEW_MS = 3_600_000

/** Makes sure that nobody else backs this database up, that it archives, and that the folder is its own. */
export async function beginBackup({ root, location, sql }: Taking): Promise<void> {
  const { rows } = await sql.query<{ isFree: boolean; archives: string; database: string }>(
    `select pg_try_advisory_lock(hashtext('cheers backup')) as "isFree", current_setting('archive_mode') as archives,
      (select system_identifier from pg_control_system()) || ' ' ||
        coalesce((select max(restored_at) from restored_copies)::text, 'original') as database`,
  )
  const { isFree, archives, database = '' } = rows[0] ?? {}
  if (isFree !== true) throw new BackupError('A backup of this database is running.')
  if (archives !== 'on') throw new BackupError('Restart Cheers first: it was started by a version before.')
  fs.mkdirSync(root, { recursive: true, mode: 0o700 })
  const covered = readCovered(root)
  if (covered && covered.database !== database)
    throw new BackupError(`${root} keeps the backup of another database: name another folder.`)
  if (!covered && namesIn(root).length > 0)
    throw new BackupError(`${root} is not empty, and no backup: name another folder.`)
  if (!covered) writeCovered(root, { database, moment: '' })
  // From now on the database keeps its log here.
  fs.mkdirSync(location.archive, { recursive: true, mode: 0o700 })
  giveTo(location.archive, location.account)
}

/** Copies everything, and drops what is too old. */
export async function takeBase(taking: Taking): Promise<void> {
  const { root, key, location, sql } = taking
  const began = performance.now()
  const part = path.join(root, 'bases', '.part')
  fs.rmSync(part, { recursive: true, force: true })
  // What waits there makes room for the log of meanwhile.
  await takeLog(taking)
  const first = await segmentOf(sql, `select pg_walfile_name(pg_backup_start('cheers', true)) as name`)
  await seal(
    path.join(part, `cluster.tar${SEALED}`),
    key,
    packTar(location.cluster, [...LEFT_OUT.map((each) => `--exclude=${each}`), '.']),
  )
  const stopped = await sql.query<{ last: string; label: string; moment: Date }>(
    `select pg_walfile_name(lsn - 1) as last, labelfile as label, clock_timestamp() as moment from pg_backup_stop()`,
  )
  const { last = '', label = '', moment = new Date() } = stopped.rows[0] ?? {}
  await seal(path.join(part, `backup_label${SEALED}`), key, bytesOf(label))
  await seal(path.join(part, `files.tar${SEALED}`), key, packFiles(location.dataDirectory, OF_THE_MOMENT))
  await takeMedia(taking, null)
  await takeLog(taking)
  if (!segmentsFrom(root, first).includes(last))
    throw new Error('The log of this base is missing: postgresql.log may say why.')
  fs.renameSync(part, path.join(root, 'bases', `${stampOf(moment)}_${first}_${last}`))
  dropOld(root, new Date(moment.getTime() - taking.keepMs))
  taking.say(
    `Everything is in ${root} (${((performance.now() - began) / 1000).toFixed(1)} s); ${listBases(root).length} bases.`,
  )
}

/**
 * Takes the log up to now, and the media that are new: afterwards everything that was committed before is in the backup.
 * Returns the last segment.
 */
export async function takeLog(taking: Taking): Promise<string> {
  const { root, key, location, sql } = taking
  const { rows } = await sql.query<{ moment: Date }>('select clock_timestamp() as moment')
  const moment = rows[0]?.moment ?? new Date()
  // A commit from after the moment, by which a restore knows that it has reached it.
  await sql.query(`select pg_logical_emit_message(true, 'cheers', 'backup')`)
  const segment = await segmentOf(sql, 'select pg_walfile_name(pg_switch_wal() - 1) as name')
  const giveUpAt = performance.now() + ARCHIVED_MS
  while (!namesIn(location.archive).includes(segment)) {
    if (performance.now() > giveUpAt)
      throw new Error(`The database does not archive ${segment}: postgresql.log says why.`)
    await sleep(POLL_MS)
  }
  for (const name of namesIn(location.archive)) {
    if (name.endsWith('.part')) continue
    const file = path.join(location.archive, name)
    if (isSegment(name))
      await seal(path.join(root, 'log', `${name}${SEALED}`), key, fs.createReadStream(file))
    fs.rmSync(file)
  }
  await takeMedia(taking, moment)
  await seal(
    path.join(root, `sandbox.tar${SEALED}`),
    key,
    packFiles(location.dataDirectory, ['sandbox/razorpay.json', 'sandbox/oidc.json']),
  )
  const covered = readCovered(root)
  if (covered) writeCovered(root, { ...covered, moment: moment.toISOString() })
  return segment
}

async function segmentOf(sql: pg.Client, text: string): Promise<string> {
  return (await sql.query<{ name: string }>(text)).rows[0]?.name ?? ''
}

/**
 * Copies the objects that the database names and the backup doesn't have, each proved by its size and hash: of media made
 * shortly before the moment, or all, which are touched then, so that the others can be dropped in time.
 */
async function takeMedia({ root, key, db, storage, say }: Taking, moment: Date | null): Promise<void> {
  for await (const named of namedObjects(db, moment && firstIdOf(moment.getTime() - NEW_MS))) {
    const file = path.join(root, 'media', `${named.key}${SEALED}`)
    if (fs.existsSync(file)) {
      if (moment === null) fs.utimesSync(file, new Date(), new Date())
      continue
    }
    const found = await storage.open(named.key)
    const [hash, counted] = [createHash('sha256'), { bytes: 0 }]
    const isWhole = () =>
      (named.sizeBytes === null || counted.bytes === named.sizeBytes) &&
      (named.sha256 === null || hash.digest('hex') === named.sha256)
    if (!found) say(`✗ ${named.of}: missing (${named.key})`)
    else {
      await seal(file, key, proved(found.stream))
      if (!isWhole()) {
        fs.rmSync(file)
        say(`✗ ${named.of}: not as it was stored (${named.key})`)
      }
    }
    async function* proved(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk)
        counted.bytes += chunk.length
        yield chunk
      }
    }
  }
}

function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Those of the files that are there. */
function packFiles(folder: string, names: readonly string[]): AsyncIterable<Uint8Array> {
  return packTar(folder, [
    '--files-from=/dev/null',
    ...names.filter((name) => fs.existsSync(path.join(folder, name))),
  ])
}

async function* packTar(folder: string, args: readonly string[]): AsyncGenerator<Uint8Array> {
  const tar = spawn('tar', ['-cf', '-', '-C', folder, ...args], {
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  tar.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)))
  const closed = once(tar, 'close') as Promise<[number | null]>
  // It is awaited once all is read; until then, that there is no tar is nobody's unhandled error.
  closed.catch(() => undefined)
  try {
    yield* tar.stdout as AsyncIterable<Uint8Array>
    const [code] = await closed
    // 1: a file changed or went while it was read. The log has what it should be.
    if (code !== 0 && code !== 1) throw new BackupError(`tar can't read ${folder}: ${said.trim()}`)
  } finally {
    tar.kill()
  }
}
