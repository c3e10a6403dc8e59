import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { giveTo, removeSocketDirectory } from '../db/embedded-location.ts'
import { type Account, programEnvironment, tiedToParent } from '../program.ts'
import { BackupError } from './backup-error.ts'
import type { BaseFacts } from './folder.ts'

/** A restored cluster that runs for as long as it is looked at; nobody but this account gets in. */
export interface RestoredServer {
  connection: pg.ClientConfig
  stop(): Promise<void>
}

const POLL_MS = 50
const PORT = 5432
const TARGET_NOT_REACHED = /recovery ended before configured recovery target was reached/
/** What the server says last when it gives up. */
const LAST_WORDS_BYTES = 2000

export interface Recovery {
  cluster: string
  account: Account
  /** The program `postgres` of the version that wrote the files. */
  postgres: string
  facts: BaseFacts
  /** Where the server writes what it has to say. */
  logFile: string
}

/**
 * Replays the log that lies in the cluster, up to the last commit at `moment` or, without one, to its end, and leaves
 * the server running. `isCovered`: the log is known to reach beyond the moment, even where nothing was committed since.
 */
export async function recover(
  recovery: Recovery,
  target: { moment: string; isCovered: boolean } | null,
): Promise<RestoredServer> {
  const { cluster, account, logFile } = recovery
  const signal = path.join(cluster, 'recovery.signal')
  await writeFile(signal, '')
  giveTo(signal, account)
  // Nothing is fetched: the segments lie where the server looks next.
  const settings = {
    restore_command: 'false',
    recovery_target_timeline: 'current',
    hot_standby: 'off',
    // File by file takes seconds for a database that is nearly empty.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  }
  if (target === null) return launch(recovery, settings)
  try {
    return await launch(recovery, {
      ...settings,
      recovery_target_time: settingOf(target.moment),
      recovery_target_action: 'promote',
    })
  } catch (error) {
    if (!TARGET_NOT_REACHED.test(tailOf(logFile))) throw error
    if (!target.isCovered)
      throw new BackupError(`The log of this backup ends before ${target.moment}.`, { cause: error })
    return await launch(recovery, settings)
  }
}

/** In PostgreSQL's own spelling: names of zones, such as Z, aren't known yet when it reads its settings. */
function settingOf(moment: string): string {
  return moment.replace('T', ' ').replace('Z', '+00')
}

async function launch(
  { cluster, account, postgres, facts, logFile }: Recovery,
  settings: Readonly<Record<string, string>>,
): Promise<RestoredServer> {
  const directory = await mkdtemp('/tmp/cheers-')
  // The copy obeys none of the original's settings: it may not, say, archive into the original's archive.
  const files = {
    config_file: path.join(directory, 'postgresql.conf'),
    hba_file: path.join(directory, 'pg_hba.conf'),
    ident_file: path.join(directory, 'pg_ident.conf'),
  }
  await writeFile(files.config_file, '')
  await writeFile(files.hba_file, 'local all all trust\n')
  await writeFile(files.ident_file, '')
  for (const file of [directory, ...Object.values(files)]) giveTo(file, account)
  const log = await open(logFile, 'a', 0o600)
  const all = {
    ...files,
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: directory,
    unix_socket_permissions: '0700',
    archive_mode: 'off',
    primary_conninfo: '',
    ssl: 'off',
    timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, ...args] = await tiedToParent('INT', [postgres, '-D', cluster, ...flags])
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    detached: true,
    env: programEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
  })
  const ended = once(child, 'exit').then(
    () => 'ended' as const,
    () => 'ended' as const,
  )
  await log.close()
  const connection = {
    host: directory,
    port: PORT,
    user: facts.superuser,
    database: facts.database,
    ssl: false,
  }
  for (;;) {
    const answer = await Promise.race([ended, answers(connection)])
    if (answer === 'ended') {
      await rm(directory, { recursive: true, force: true })
      throw new BackupError(`The restored database did not start:\n${tailOf(logFile)}`)
    }
    if (answer) break
    await Promise.race([ended, sleep(POLL_MS)])
  }
  return {
    connection,
    async stop() {
      child.kill('SIGINT')
      await ended
      removeSocketDirectory(directory, account)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** It takes connections once all of the log is replayed. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ done: boolean }>('select not pg_is_in_recovery() as done')
    return rows[0]?.done === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function tailOf(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file).subarray(-LAST_WORDS_BYTES).toString('utf8').trim() : ''
}
