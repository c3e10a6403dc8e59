import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

import type { Account } from '#server/platform/program.ts'
import { findFreePort } from '#server/testing/free-port.ts'

/* Two machines with PostgreSQL, as deploy/postgresql has them, on this one: own folders and ports, the same settings and scripts. */

const DEPLOYED = path.join(import.meta.dirname, '../../../deploy/postgresql')
const run = promisify(execFile)
const START_TIMEOUT_MS = 60_000
/** What was killed keeps its memory until the system has ended it, and PostgreSQL doesn't begin beside that. */
const STILL_ENDING = 'pre-existing shared memory block'
/** Who owns everything; whoever may open the folder with its socket is let in. */
export const SUPERUSER = 'postgres'

export interface Machine {
  name: string
  port: number
  /** PostgreSQL with an empty database. */
  init(): Promise<void>
  start(): Promise<void>
  /** As a power cut would: every process of it, at once. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Whether it isn't running, by whatever it ended. */
  hasEnded(): boolean
  /** Runs deploy/postgresql/cheers-db there. */
  order(...words: string[]): Promise<string>
}

export async function openMachine(options: {
  name: string
  root: string
  /** Where PostgreSQL's programs are. */
  programs: string
  account: Account
  /** Besides, and for its PostgreSQL and `cheers-db`. */
  environment?: Readonly<Record<string, string>>
  /** Besides those of deploy/postgresql: lines of a configuration file. */
  settings?: string
}): Promise<Machine> {
  const { name, programs, account } = options
  const folder = path.join(options.root, name)
  const data = path.join(folder, 'data')
  const port = await findFreePort()
  let child: ChildProcess | null = null
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C.UTF-8',
    PGDATA: data,
    PGBIN: programs,
    PGHOST: folder,
    PGPORT: String(port),
    PGUSER: SUPERUSER,
    REPLICATOR: SUPERUSER,
    PGCONFIG: path.join(folder, 'postgresql.conf'),
    ...options.environment,
  }

  async function writeConfiguration(): Promise<void> {
    const deployed = await fs.readFile(path.join(DEPLOYED, 'cheers.conf'), 'utf8')
    const ours = deployed
      .replace(/^cluster_name = .*$/m, `cluster_name = '${name}'`)
      .replace(/^listen_addresses = .*$/m, `listen_addresses = '127.0.0.1'`)
    const places = `data_directory = '${data}'\nhba_file = '${folder}/pg_hba.conf'\nunix_socket_directories = '${folder}'`
    await fs.writeFile(
      path.join(folder, 'postgresql.conf'),
      `${ours}\n${places}\nport = ${port}\n${options.settings ?? ''}`,
    )
    await fs.writeFile(
      path.join(folder, 'pg_hba.conf'),
      'local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
    )
    await fs.writeFile(path.join(folder, 'pg_ident.conf'), '')
  }

  async function isAnswering(): Promise<boolean> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }

  function spawnPostgres(): { started: ChildProcess; said: () => string } {
    const started = spawn(
      path.join(programs, 'postgres'),
      [`--config-file=${path.join(folder, 'postgresql.conf')}`],
      { ...account, env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
    )
    child = started
    let text = ''
    started.stderr.setEncoding('utf8').on('data', (more: string) => (text = `${text}${more}`.slice(-4000)))
    return { started, said: () => text }
  }

  await fs.mkdir(folder)
  if (account.uid !== undefined) await fs.chown(folder, account.uid, account.gid ?? account.uid)
  await writeConfiguration()

  return {
    name,
    port,
    async init() {
      const made = [
        '-D',
        data,
        '-U',
        SUPERUSER,
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ]
      await run(path.join(programs, 'initdb'), made, { ...account, env, cwd: '/' })
    },
    async start() {
      const giveUpAt = Date.now() + START_TIMEOUT_MS
      let { started, said } = spawnPostgres()
      while (!(await isAnswering())) {
        await sleep(100)
        const hasEnded = started.exitCode !== null
        if (Date.now() > giveUpAt || (hasEnded && !said().includes(STILL_ENDING)))
          throw new Error(`${name} did not start: ${said()}`)
        if (hasEnded) ({ started, said } = spawnPostgres())
      }
    },
    async kill() {
      if (!child?.pid) return
      const ended = once(child, 'exit')
      // Its processes are leaders of their own: they are found before their parent is gone, which begins none meanwhile.
      killIfThere(child.pid, 'SIGSTOP')
      const found = await run('ps', ['-o', 'pid=', '--ppid', String(child.pid)]).catch(() => ({ stdout: '' }))
      for (const pid of [child.pid, ...found.stdout.split('\n').map(Number)])
        if (pid > 0) killIfThere(pid, 'SIGKILL')
      await ended
      child = null
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
      child = null
    },
    hasEnded: () => !child || child.exitCode !== null || child.signalCode !== null,
    async order(...words) {
      const { stdout } = await run('sh', [path.join(DEPLOYED, 'cheers-db'), ...words], {
        ...account,
        env,
        cwd: '/',
      })
      return stdout.trim()
    },
  }
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in between.
  }
}
