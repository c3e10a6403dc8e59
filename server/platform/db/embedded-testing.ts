import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Client, type QueryResultRow } from 'pg'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'

import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

const FIXTURE = path.join(import.meta.dirname, 'embedded-postgres.fixture.ts')
const Connection = z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() })
const HolderLine = z.object({ connection: z.optional(Connection), error: z.optional(z.string()) })

/** A folder for one test file, open to the account that PostgreSQL runs under when the tests run as root. */
export const testRoot = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-test-')))
fs.chmodSync(testRoot, 0o755)

const litter = [testRoot]
const servers: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(servers.map((server) => server.stop()))
  for (const folder of litter) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Has a folder removed or a process ended after the tests of this file. */
export function removeLater(folder: string): void {
  litter.push(folder)
}

export function endLater(child: ChildProcess): void {
  children.push(child)
}

export async function start(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...(log ? { log } : {}) })
  servers.push(server)
  return server
}

export async function ask(
  connection: z.infer<typeof Connection> | undefined,
  text: string,
): Promise<QueryResultRow[]> {
  const client = new Client(Connection.parse(connection))
  await client.connect()
  const { rows } = await client.query<QueryResultRow>(text)
  await client.end()
  return rows
}

/** Starts another Node process that holds the database of a folder, or says why it could not. */
export async function startHolder(
  dataDir: string,
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<{ child: ChildProcess } & z.infer<typeof HolderLine>> {
  const child = spawn(process.execPath, [FIXTURE, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  endLater(child)
  for await (const line of createInterface(child.stdout)) {
    const said = HolderLine.parse(JSON.parse(line))
    if (said.connection) removeLater(said.connection.host)
    return { child, ...said }
  }
  throw new Error('The holder ended without a word.')
}

export async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The process id that the server of a cluster wrote to its file. */
export function serverPid(cluster: string): number {
  return Number.parseInt(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10)
}

/** Whether a process runs; a zombie does not (Linux). */
export function isRunning(pid: number): boolean {
  return fs.existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

export async function waitUntil(isTrue: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
