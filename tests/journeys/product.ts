import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '#server/testing/free-port.ts'
import { findQuickFolder } from '#server/testing/quick-folder.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** The first start creates the database and may build the web app. */
const READY_MAX_MS = 120_000
const PRINTED_MAX_MS = 10_000
/** The product allows itself 20 seconds to stop. */
const STOP_MAX_MS = 25_000

export interface Product {
  baseUrl: string
  dataDir: string
  /** The payment sandbox's dashboard. */
  sandboxUrl: string
  /** The end of its output. */
  output(): string
  /** Stops the product and everything it started; throws when a process is left over. */
  stop(): Promise<void>
}

const dataDirs = new Map<string, string>()

/** Where the product that this process started at `baseUrl` keeps its data. */
export function dataDirOf(baseUrl: string): string {
  const dataDir = dataDirs.get(baseUrl)
  if (dataDir === undefined) throw new Error(`No product was started at ${baseUrl}.`)
  return dataDir
}

/**
 * Starts the product as `npm start` does, but with quick hashes (`start-product.ts`), on a free port, with its own data
 * folder, which is removed afterwards; `settings` are added to its environment.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await fs.mkdtemp(path.join(await findQuickFolder(), 'cheers-journeys-'))
  // As root the database runs under another account, which has to be able to pass through.
  await fs.chmod(dataDir, 0o755)
  const port = await findFreePort()
  const child = spawn(process.execPath, ['tests/journeys/start-product.ts'], {
    cwd: ROOT,
    // Journeys say where their people come from, as a proxy would.
    env: {
      ...productEnvironment(),
      ...settings,
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      // Every processor is busy while tests run, so nothing is to spare.
      FILE_WORK: 'shared',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-20_000)))
  const baseUrl = `http://localhost:${port}`
  dataDirs.set(baseUrl, dataDir)
  const stop = async () => {
    try {
      await end(child, dataDir)
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : 'The product did not stop.'}\n${output}`, {
        cause: error,
      })
    } finally {
      await fs.rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  try {
    await waitUntilReady(baseUrl, child)
    const sandboxUrl = await waitFor(() => /http:\S+\/sandbox/.exec(output)?.[0])
    return { baseUrl, dataDir, sandboxUrl, output: () => output, stop }
  } catch (error) {
    await stop()
    throw new Error(`${error instanceof Error ? error.message : 'The product did not start.'}\n${output}`, {
      cause: error,
    })
  }
}

/** Settings of a product that finds an ffmpeg which does nothing. */
export async function withoutFfmpeg(): Promise<Record<string, string>> {
  const folder = path.join(ROOT, 'test-results/without-ffmpeg')
  await fs.mkdir(folder, { recursive: true })
  for (const name of ['ffmpeg', 'ffprobe'])
    await fs.writeFile(path.join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return { PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` }
}

/** A started product's output arrives a moment after its answer. */
async function waitFor(find: () => string | undefined): Promise<string> {
  const deadline = Date.now() + PRINTED_MAX_MS
  while (Date.now() < deadline) {
    const found = find()
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new Error('The product did not print the address of its payment sandbox.')
}

/** The environment without the product's settings: journeys run on the embedded defaults. */
function productEnvironment(): NodeJS.ProcessEnv {
  const settings =
    /^(?:PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|NODE_ENV|SECRET_KEY|ALLOW_EMBEDDED|TRUST_PROXY|TERMS_EFFECTIVE_DATE)$/
  const prefixes = /^(?:RAZORPAY|GOOGLE|SMTP|STORAGE|MAIL|METRICS|OPERATOR)_/
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settings.test(name) && !prefixes.test(name)),
  )
}

async function waitUntilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MAX_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The product ended while it started.')
    const response = await fetch(`${baseUrl}/readyz`).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error(`The product was not ready within ${READY_MAX_MS / 1000} seconds.`)
}

async function end(child: ChildProcess, dataDir: string): Promise<void> {
  const databasePid = await findDatabasePid(dataDir)
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const isInTime = await Promise.race([ended.then(() => true), sleep(STOP_MAX_MS, false)])
    if (!isInTime) {
      child.kill('SIGKILL')
      await ended
      throw new Error(`The product did not stop within ${STOP_MAX_MS / 1000} seconds of being asked.`)
    }
    if (child.exitCode !== 0) throw new Error(`The product stopped with exit code ${child.exitCode}.`)
  }
  if (databasePid !== null && isRunning(databasePid))
    throw new Error(`The product stopped and left its database running (process ${databasePid}).`)
}

/** PostgreSQL's own process, from the first line of its cluster's lock file. */
async function findDatabasePid(dataDir: string): Promise<number | null> {
  const text = await fs
    .readFile(path.join(dataDir, 'postgresql/cluster/postmaster.pid'), 'utf8')
    .catch(() => null)
  const pid = Number(text?.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
