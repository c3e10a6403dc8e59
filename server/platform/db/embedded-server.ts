import { spawn, type ChildProcess } from 'node:child_process'
import { Client, DatabaseError, type ClientConfig, type QueryResult } from 'pg'

import { programEnvironment, tiedToParent } from '../program.ts'
import type { Binaries } from './embedded-binaries.ts'
import { DATABASE_USER } from './embedded-cluster.ts'
import type { ClusterLocation } from './embedded-location.ts'
import type { ServerLog } from './embedded-log.ts'
import { sharedBuffersOf } from './embedded-memory.ts'
import { EmbeddedPostgresError } from './embedded-process.ts'

const DATABASE = 'cheers'
// Only a part of the socket's name: every cluster has a socket folder of its own.
const PORT = 5432
const POLL_MS = 15
/**
 * Keeps the log for `npm run backup`, once that has made the folder. It takes it from there; if it isn't run any more, the
 * log may not fill the disk: beyond 8 GB it is dropped.
 */
const ARCHIVE_COMMAND =
  '[ ! -d ../archive ] || [ "$(ls ../archive | wc -l)" -ge 512 ] || { cp "%p" "../archive/%f.part" && ' +
  'sync "../archive/%f.part" && mv "../archive/%f.part" "../archive/%f"; }'
// Replaying the log after a power cut takes minutes on a slow disk, and is progress, not a fault.
const READY_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 60_000
// The children of a killed server notice its death within moments and hold its shared memory until then.
const PREDECESSOR_TIMEOUT_MS = 10_000
const PREDECESSOR_IS_ENDING = /pre-existing shared memory block|lock file "/
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const CANNOT_CONNECT_NOW = '57P03'

export interface Server {
  child: ChildProcess
  /** How it ended, to stand in a sentence: "exit code 1". */
  ended: Promise<string>
}

export interface Programs {
  binaries: Binaries
  /** Besides our own. */
  settings: Readonly<Record<string, string>>
}

type Answer = 'ready' | 'not yet' | { failure: string }

/**
 * Starts the server and resolves when its database answers; starts it again for up to 10 seconds while the children of
 * a killed predecessor are still ending.
 */
export async function startServer(
  location: ClusterLocation,
  programs: Programs,
  socketDirectory: string,
  serverLog: ServerLog,
): Promise<Server> {
  const retryUntil = Date.now() + PREDECESSOR_TIMEOUT_MS
  for (;;) {
    const server = await launch(location, programs, socketDirectory, serverLog.fd)
    const failure = await findFailure(server.ended, socketDirectory)
    if (failure === null) return server
    await shutDown(server)
    if (Date.now() > retryUntil || !PREDECESSOR_IS_ENDING.test(serverLog.tail())) {
      throw new EmbeddedPostgresError(serverLog.explain(`The built-in PostgreSQL did not start (${failure})`))
    }
    await sleep(POLL_MS * 10)
  }
}

/** Ends the connections and the server, keeping every committed row; resolves when it has ended. */
export async function shutDown({ child, ended }: Server): Promise<void> {
  child.ref()
  child.kill('SIGINT')
  // An immediate shutdown loses nothing that was committed either: the next start replays the log.
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(impatience)
}

/** What pg needs to reach the product's database. */
export function connectionTo(socketDirectory: string): {
  host: string
  port: number
  user: string
  database: string
} {
  return { host: socketDirectory, port: PORT, user: DATABASE_USER, database: DATABASE }
}

async function launch(
  { cluster, account }: ClusterLocation,
  { binaries, settings: given }: Programs,
  socketDirectory: string,
  logFd: number,
): Promise<Server> {
  const settings = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: sharedBuffersOf(),
    // A slot that a backup of an earlier version left behind may not fill the disk.
    max_slot_wal_keep_size: '8GB',
    archive_mode: 'on',
    archive_command: ARCHIVE_COMMAND,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    ...given,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, ...args] = await tiedToParent('INT', [binaries.postgres, '-D', cluster, ...flags])
  // A group of its own: Ctrl-C reaches this process alone, which stops the server after its own last requests.
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    detached: true,
    env: programEnvironment(),
    stdio: ['ignore', logFd, logFd],
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === null ? `signal ${signal}` : `exit code ${code}`))
  })
  return { child, ended }
}

/** Null once the database answers, otherwise why it never will. */
async function findFailure(ended: Promise<string>, socketDirectory: string): Promise<string | null> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  const hasEnded = ended.then((failure): Answer => ({ failure }))
  while (Date.now() < deadline) {
    const answer = await Promise.race([hasEnded, askDatabase(socketDirectory)])
    if (answer === 'ready') return null
    if (answer !== 'not yet') return answer.failure
    await sleep(POLL_MS)
  }
  return `no answer for ${READY_TIMEOUT_MS / 1000} seconds`
}

async function askDatabase(socketDirectory: string): Promise<Answer> {
  const maintenance = { ...connectionTo(socketDirectory), database: 'postgres' }
  try {
    const found = await query(maintenance, `select 1 from pg_database where datname = '${DATABASE}'`)
    if (found.rowCount === 0) await query(maintenance, `create database ${DATABASE}`)
    return 'ready'
  } catch (error) {
    // If a server answers with anything but "not yet", waiting won't change it.
    const isFinal = error instanceof DatabaseError && error.code !== CANNOT_CONNECT_NOW
    return isFinal ? { failure: error.message } : 'not yet'
  }
}

async function query(connection: ClientConfig, text: string): Promise<QueryResult> {
  const client = new Client({ ...connection, ssl: false, connectionTimeoutMillis: 5000 })
  // A server that ends during the query also reports here; the query's own rejection is the one that counts.
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    await client.end().catch(() => {})
  }
}

function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
