import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { type Db, one, sql } from '#server/platform/db/query.ts'
import { findFreePort } from '#server/testing/free-port.ts'

import type { World } from './world.ts'

const ENTRY = path.join(import.meta.dirname, '../../server/testing/serve.fixture.ts')
const READY_TIMEOUT_MS = 120_000
const DRAIN_TIMEOUT_MS = 30 * 60_000

export interface ServerToKill {
  webhookUrl: string
  /** SIGKILL, and a new process at the same address. */
  kill9(): Promise<void>
  kills(): number
  /** Waits until no job is left. */
  untilDrained(db: Db): Promise<void>
  stop(): Promise<void>
}

/** The real server in a process of its own, on a database and a provider that outlive it. */
export async function createServerToKill({
  databaseUrl,
  world,
  env = {},
}: {
  databaseUrl: string
  world: Pick<World, 'keys' | 'apiUrl' | 'checkoutUrl'>
  env?: Record<string, string>
}): Promise<ServerToKill> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-storm-server-'))
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let killCount = 0

  async function start(): Promise<void> {
    child = spawn(process.execPath, [ENTRY], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        RAZORPAY_KEY_ID: world.keys.keyId,
        RAZORPAY_KEY_SECRET: world.keys.keySecret,
        RAZORPAY_WEBHOOK_SECRET: world.keys.webhookSecret,
        RAZORPAY_API_URL: world.apiUrl,
        RAZORPAY_CHECKOUT_URL: world.checkoutUrl,
        ...env,
      },
      stdio: ['ignore', process.env['PROVE_VERBOSE'] ? 'inherit' : 'ignore', 'inherit'],
    })
    const giveUpAt = Date.now() + READY_TIMEOUT_MS
    while (Date.now() < giveUpAt) {
      const isReady = await fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
      await sleep(100)
    }
    throw new Error('The server did not get ready')
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  await start()
  return {
    webhookUrl: `${address}${WEBHOOK_PATH}`,
    async kill9() {
      await end('SIGKILL')
      killCount += 1
      await start()
    },
    kills: () => killCount,
    async untilDrained(db) {
      const giveUpAt = Date.now() + DRAIN_TIMEOUT_MS
      while (Date.now() < giveUpAt) {
        const { waiting } = await one(
          db,
          sql<{ waiting: number }>`select count(*)::integer as waiting from jobs
            where run_at < now() + interval '1 hour' and attempts < max_attempts`,
        )
        if (waiting === 0) return
        await sleep(500)
      }
      throw new Error('The queue did not get empty')
    },
    async stop() {
      await end('SIGTERM')
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}
