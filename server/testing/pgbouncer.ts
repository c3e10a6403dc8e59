import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import type { Account } from '#server/platform/program.ts'

import { findFreePort } from './free-port.ts'

const DEPLOYED = path.join(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini')
const START_ATTEMPTS = 100

export interface PgBouncer {
  port: number
  /** The file with its databases, which it reads again on SIGHUP. */
  databasesFile: string
  pid: number
  stop(): Promise<void>
}

/**
 * A real PgBouncer on loopback with the settings of deploy/, but for its paths, and for TLS, which loopback has none of.
 * Throws where it isn't installed (Debian: apt-get install pgbouncer).
 */
export async function startPgBouncer({
  databases,
  users,
  account = {},
  settings = {},
}: {
  /** As in databases.ini. */
  databases: string
  /** Lines of userlist.txt. */
  users: string
  /** Whose process it is: it refuses to be root. */
  account?: Account
  /** Instead of, or besides, those of deploy/. */
  settings?: Readonly<Record<string, string>>
}): Promise<PgBouncer> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-pgbouncer-'))
  const port = await findFreePort()
  const databasesFile = path.join(folder, 'databases.ini')
  const configurationFile = path.join(folder, 'pgbouncer.ini')
  const changed = {
    listen_port: String(port),
    auth_type: 'trust',
    auth_file: path.join(folder, 'userlist.txt'),
    server_tls_sslmode: 'disable',
    logfile: '',
    pidfile: '',
    ...settings,
  }
  await fs.writeFile(databasesFile, databases)
  await fs.writeFile(changed.auth_file, users)
  const deployed = await fs.readFile(DEPLOYED, 'utf8')
  await fs.writeFile(
    configurationFile,
    withSettings(deployed.replace('/etc/pgbouncer/databases.ini', databasesFile), changed),
  )
  await fs.chmod(folder, 0o755)
  const child = spawn('pgbouncer', ['-q', configurationFile], {
    ...account,
    env: { PATH: process.env['PATH'] },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-2000)))
  await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))])
  const stop = async () => {
    await end(child)
    await fs.rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`)
    if (await isAnswering(port)) return { port, databasesFile, pid: child.pid ?? 0, stop }
    await sleep(50)
  }
  await stop()
  throw new Error('PgBouncer does not answer')
}

/** The settings replace those of the same name, or are added at the end; without a value the line is left out. */
function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  const kept = text.split('\n').filter((line) => !isNamed(line, settings))
  const added = Object.entries(settings).filter(([, value]) => value !== '')
  return [...kept, ...added.map(([name, value]) => `${name} = ${value}`)].join('\n')
}

function isNamed(line: string, settings: Readonly<Record<string, string>>): boolean {
  return (line.split('=')[0]?.trim() ?? '') in settings
}

/** It answers its own console only to those it knows; a refusal is an answer too. */
async function isAnswering(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'nobody', database: 'pgbouncer' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return error instanceof Error && 'severity' in error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // At once, whoever is connected.
  child.kill('SIGTERM')
  await ended
}
