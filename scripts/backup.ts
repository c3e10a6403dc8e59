import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { ConfigError, readConfig } from '#server/platform/config.ts'
import { locateCluster } from '#server/platform/db/embedded-location.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { findRunningPostgres } from '#server/platform/db/running-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'

import { BackupError, type BackupKey, makeKeyFile, readKeyFile, unseal } from './backup/age-file.ts'
import { filesBelow, listBases, readCovered, segmentsFrom } from './backup/folder.ts'
import { beginBackup, takeBase, takeLog } from './backup/take-backup.ts'

/* `npm run backup`: docs/operating.md. With the environment of the server, which may be running. */

const USAGE = `Backs up the embedded database, the media and the key of this Cheers, encrypted, while it runs.
  npm run backup -- --new-key FILE        makes a key; keep a copy of it where the backup is not
  npm run backup -- --to DIR              copies everything, and ends
  npm run backup -- --to DIR --every 24h  copies everything that often, and each minute what is new, until it is stopped
  npm run backup -- --to DIR --list       says which moments can be restored
  npm run backup -- --to DIR --verify     reads all of it, and names what is damaged or missing
  npm run backup -- --end                 has the database keep no log for a backup any more
  --key FILE (or BACKUP_KEY_FILE), --to (or BACKUP_DIR), --keep 14d (or BACKUP_KEEP): how far back any moment can be restored`

const LOG_MS = 60_000
const AGAIN_MS = 5000
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function say(line: string): void {
  console.log(`${new Date().toISOString()}  ${line}`)
}

function durationMs(name: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS[unit] ?? NaN)
  if (!(ms > 0)) throw new BackupError(`--${name} is a number with s, m, h or d, like 14d.`)
  return ms
}

interface Run {
  root: string
  key: BackupKey
  keepMs: number
  /** null: one time. */
  everyMs: number | null
}

/** One base, or bases and the log between them for as long as the database runs. */
async function take({ everyMs, ...run }: Run, signal: AbortSignal): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== 'embedded')
    throw new BackupError('pgBackRest backs up a database of your own: docs/operating.md.')
  if (!fs.existsSync(config.dataDir)) throw new BackupError(`There is no ${config.dataDir}: set DATA_DIR.`)
  const running = await findRunningPostgres(config.dataDir)
  if (!running && everyMs !== null) throw new Error(`No database runs for ${config.dataDir}.`)
  const started = running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const connection = running ?? started?.connection ?? {}
  const sql = new pg.Client(connection)
  sql.on('error', () => undefined)
  const database = openDatabase({ ...connection, max: 2 }, createLog({ isProduction: false, level: 'fatal' }))
  try {
    await sql.connect()
    const [location, storage] = [await locateCluster(config.dataDir), await openStorage(config)]
    const taking = { ...run, location, storage, sql, db: database.db, say }
    await beginBackup(taking)
    while (!signal.aborted) {
      const base = listBases(run.root).at(-1)
      const isYoung = base && everyMs !== null && Date.now() - base.moment.getTime() < everyMs
      const last = isYoung ? await takeLog(taking) : ''
      // Where some of the log was dropped, nothing after it could be restored.
      if (!base || !segmentsFrom(run.root, base.first).includes(last)) await takeBase(taking)
      if (everyMs === null) return
      await sleep(LOG_MS, null, { signal }).catch(() => undefined)
    }
  } finally {
    await database.close()
    await sql.end().catch(() => undefined)
    await started?.stop()
  }
}

/** Goes on until it is stopped, whatever happens to the database. */
async function follow(run: Run): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  for (let lastProblem = ''; !stopping.signal.aborted;)
    try {
      await take(run, stopping.signal)
      if (run.everyMs === null) return
    } catch (error) {
      if (run.everyMs === null || error instanceof ConfigError || error instanceof BackupError) throw error
      const problem = error instanceof Error ? error.message : String(error)
      if (problem !== lastProblem) say(`✗ ${problem} Trying again.`)
      lastProblem = problem
      await sleep(AGAIN_MS, null, { signal: stopping.signal }).catch(() => undefined)
    }
}

function list(root: string): number {
  const bases = listBases(root)
  for (const [index, { moment, first }] of bases.entries()) {
    const next = bases[index + 1]
    const isFollowed = !next || segmentsFrom(root, first).includes(next.first)
    const until = isFollowed ? (next?.moment.toISOString() ?? readCovered(root)?.moment) : 'no other moment'
    console.log(`${moment.toISOString()} to ${until}`)
  }
  if (bases.length === 0) console.log('Nothing can be restored yet.')
  return bases.length === 0 ? 1 : 0
}

async function verify(root: string, key: BackupKey): Promise<number> {
  const problems: string[] = []
  const files = filesBelow(root).filter((file) => file.endsWith('.age'))
  for (const file of files)
    try {
      for await (const _ of unseal(path.join(root, file), key));
    } catch (error) {
      // A backup under way drops files while we look.
      if (fs.existsSync(path.join(root, file))) problems.push(String(error))
    }
  for (const { name, first, last } of listBases(root))
    if (!segmentsFrom(root, first).includes(last))
      problems.push(`The log that base ${name} needs is missing.`)
  for (const problem of problems) console.log(`✗ ${problem}`)
  console.log(`${files.length} files, ${problems.length} problems.`)
  return problems.length === 0 ? 0 : 1
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: process.env['BACKUP_DIR'] ?? '' },
      key: { type: 'string', default: process.env['BACKUP_KEY_FILE'] ?? '' },
      keep: { type: 'string', default: process.env['BACKUP_KEEP'] ?? '14d' },
      every: { type: 'string' },
      'new-key': { type: 'string' },
      list: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      end: { type: 'boolean', default: false },
    },
  })
  // Everything made here is for this account alone.
  process.umask(0o077)
  if (values['new-key'] !== undefined) {
    const recipient = await makeKeyFile(values['new-key'])
    console.log(`${values['new-key']} is the key. Keep a copy where the backup is not: without it, nothing can be restored.
A machine that only backs up may have a file with this line in its place, which can't read the backup:\n${recipient}`)
    return 0
  }
  if (values.end) {
    const { archive } = await locateCluster(readConfig(process.env).dataDir)
    fs.rmSync(archive, { recursive: true, force: true })
    return 0
  }
  if (values.to === '') throw new BackupError(`Say where to: --to DIR, or BACKUP_DIR.\n\n${USAGE}`)
  const root = path.resolve(values.to)
  if (values.list) return list(root)
  const keyFile = path.resolve(values.key)
  if (values.key === '') throw new BackupError(`Say which key: --key FILE, or BACKUP_KEY_FILE.\n\n${USAGE}`)
  if (keyFile.startsWith(`${root}${path.sep}`))
    throw new BackupError(
      'The key file lies in the backup: keep it elsewhere, or its finder reads all of it.',
    )
  const key = await readKeyFile(keyFile)
  if (values.verify) return verify(root, key)
  const everyMs = values.every === undefined ? null : durationMs('every', values.every)
  await follow({ root, key, keepMs: durationMs('keep', values.keep), everyMs })
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof BackupError || error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
