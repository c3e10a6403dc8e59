import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { BackupError, Interrupted } from '#server/platform/backup/backup-error.ts'
import { makeKeyFile, readKeyFile } from '#server/platform/backup/backup-key.ts'
import { type BackupFolder, readIdentity } from '#server/platform/backup/folder.ts'
import { listSpans } from '#server/platform/backup/moments.ts'
import { dropSlot } from '#server/platform/backup/open-slot.ts'
import { verifyFolder } from '#server/platform/backup/verify.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { findRunningPostgres } from '#server/platform/db/running-postgres.ts'
import { openS3Storage } from '#server/platform/storage/s3-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import pg from 'pg'

import { withFolderOf } from './backup/copy-in-store.ts'
import { drill } from './backup/drill.ts'
import { BACKUP_USAGE, type BackupOptions, readBackupOptions } from './backup/options.ts'
import { mebibytes, runBackup, seconds } from './backup/run-backup.ts'

/* `npm run backup`: docs/operating.md. With the environment of the server, which may be running. */

const AGAIN_AFTER_MS = 2000
/** What went well for longer is tried again, whatever ended it. */
const LASTING_MS = 60_000

function say(line: string): void {
  console.log(`${new Date().toISOString()}  ${line}`)
}

/** How to reach the server's database; null while the embedded one doesn't run. */
async function findConnection(config: Config): Promise<pg.ClientConfig | null> {
  if (config.databaseUrl !== 'embedded')
    return { connectionString: config.databaseDirectUrl ?? config.databaseUrl }
  if (!fs.existsSync(config.dataDir)) throw new BackupError(`There is no ${config.dataDir}: set DATA_DIR.`)
  return findRunningPostgres(config.dataDir)
}

function storeOf({ copy }: BackupOptions): Storage | null {
  return copy === null ? null : openS3Storage(copy)
}

function untilSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(1)
      stopping.abort()
    })
  return stopping.signal
}

async function once(config: Config, folder: BackupFolder, options: BackupOptions): Promise<void> {
  const began = performance.now()
  const running = await findConnection(config)
  const postgres = running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const connection = running ?? postgres?.connection ?? {}
  try {
    await runBackup({
      ...options,
      folder,
      config,
      connection,
      isOnce: true,
      copyTo: storeOf(options),
      say,
      signal: untilSignal(),
    })
  } finally {
    await postgres?.stop()
  }
  say(`Everything is in ${folder.root}, ${seconds(began)}.`)
}

/** Goes on until it is stopped, whatever happens to the database. */
async function follow(config: Config, folder: BackupFolder, options: BackupOptions): Promise<void> {
  const signal = untilSignal()
  const copyTo = storeOf(options)
  let lastProblem = ''
  let isFirst = true
  while (!signal.aborted) {
    const began = performance.now()
    try {
      const connection = await findConnection(config)
      if (!connection)
        throw new BackupError(`No database runs for ${config.dataDir}; the backup waits for it.`)
      say(`Following the database into ${folder.root}. Ctrl-C stops.`)
      await runBackup({ ...options, folder, config, connection, isOnce: false, copyTo, say, signal })
    } catch (error) {
      if (signal.aborted) break
      const problem = error instanceof Error ? error.message : String(error)
      // What trying again doesn't mend, or is wrong from the beginning, is for the person who started it.
      const isLasting = error instanceof BackupError ? !(error instanceof Interrupted) : isFirst
      if (isLasting && performance.now() - began < LASTING_MS) throw error
      isFirst = false
      if (problem !== lastProblem) say(`✗ ${problem}`)
      lastProblem = problem
      await sleep(AGAIN_AFTER_MS, null, { signal }).catch(() => undefined)
    }
  }
  say('Stopped. The database keeps its log for the next run.')
}

async function list(folder: BackupFolder): Promise<number> {
  const spans = await listSpans(folder)
  for (const { from, to } of spans) console.log(from === to ? from : `${from} to ${to}`)
  if (spans.length === 0) console.log('Nothing can be restored yet.')
  return spans.length === 0 ? 1 : 0
}

async function verify(folder: BackupFolder): Promise<number> {
  const began = performance.now()
  const { files, bytes, problems } = await verifyFolder(folder, (problem) => console.log(`✗ ${problem}`))
  console.log(
    `${files} files, ${mebibytes(bytes)}, ${seconds(began)}: ${problems === 0 ? 'all as they were written' : `${problems} problems`}.`,
  )
  return problems === 0 ? 0 : 1
}

async function end(config: Config, folder: BackupFolder): Promise<void> {
  const identity = await readIdentity(folder)
  const connection = await findConnection(config)
  if (!identity || !connection)
    throw new BackupError('There is no backup here, or its database is not running.')
  const sql = new pg.Pool({ ...connection, max: 1 })
  try {
    if (!(await dropSlot(sql, identity.id)))
      throw new BackupError(`A backup follows into ${folder.root}: stop it first.`)
  } finally {
    await sql.end()
  }
  console.log('The database keeps nothing for this backup any more. What is in it stays.')
}

async function main(): Promise<number> {
  const options = readBackupOptions(process.argv.slice(2), process.env)
  if (options.verb === 'new-key') {
    makeKeyFile(options.keyFile)
    console.log(
      `${options.keyFile} is the key. Keep a copy where the backup is not: without it, nothing can be restored.`,
    )
    return 0
  }
  // Everything made here is for this account alone.
  process.umask(0o077)
  const key = readKeyFile(options.keyFile)
  if (options.verb === 'list') return withFolderOf({ from: options.to, key, isForLooking: true }, list)
  if (options.verb === 'verify') return withFolderOf({ from: options.to, key }, verify)
  if (options.verb === 'drill') return withFolderOf({ from: options.to, key }, drill)
  const folder = { root: options.to, key }
  const config = readConfig(process.env)
  if (options.verb === 'end') await end(config, folder)
  else if (options.verb === 'once') await once(config, folder, options)
  else await follow(config, folder, options)
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  const isPlain = error instanceof BackupError || error instanceof ConfigError
  const isUsage = error instanceof BackupError && /^Say|^--/.test(error.message)
  console.error(isPlain ? error.message : error)
  if (isUsage) console.error(`\n${BACKUP_USAGE}`)
  process.exitCode = 1
}
