import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { findFreePort } from '#server/testing/free-port.ts'

import { productionEnv } from '#scripts/production-env.ts'
import type { Provider } from '../prove/lifecycle/provider.ts'

/* A node of some release, as in production, on a database and a payment provider that outlive it. */

export interface ReleaseNode {
  port: number
  pid: number
  webhookUrl: string
  /** As a balancer sees it. */
  isReady: () => boolean
  stop: () => Promise<void>
}

/** Its first start builds its web app. */
const READY_TIMEOUT_MS = 180_000
const ASK_READY_EVERY_MS = 250
/** As deploy/caddy/Caddyfile has it. */
const READY_WITHIN_MS = 2000

/** Of every node we start. */
export const METRICS_TOKEN = 'for-the-one-who-starts-these-nodes'

export interface NodeOptions {
  /** Where the release is. */
  dir: string
  dataDir: string
  databaseUrl: string
  provider: Pick<Provider, 'keys' | 'apiUrl' | 'checkoutUrl'>
  env?: Record<string, string>
  /** How long a balancer waits for a node to say that it is ready, in milliseconds: two seconds unless given. */
  readyWithinMs?: number
}

/** The environment of a node, and of the commands beside it. */
function nodeEnv({ dataDir, databaseUrl, provider, env }: NodeOptions, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...productionEnv(port, dataDir),
    DATABASE_URL: databaseUrl,
    RAZORPAY_KEY_ID: provider.keys.keyId,
    RAZORPAY_KEY_SECRET: provider.keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: provider.keys.webhookSecret,
    RAZORPAY_API_URL: provider.apiUrl,
    RAZORPAY_CHECKOUT_URL: provider.checkoutUrl,
    // The sandbox's.
    ALLOW_PLAIN_HTTP: 'loopback',
    // We are the proxy, and whoever calls has an address of their own.
    TRUST_PROXY: 'loopback',
    METRICS_TOKEN,
    ...env,
  }
}

/** Throws with the node's last words if it doesn't get ready. */
export async function startReleaseNode(options: NodeOptions): Promise<ReleaseNode> {
  const port = await findFreePort()
  const said = path.join(options.dataDir, `node-${port}.log`)
  const log = await fs.open(said, 'w')
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: options.dir,
    env: nodeEnv(options, port),
    stdio: ['ignore', log.fd, log.fd],
  })
  const address = `http://127.0.0.1:${port}`
  const { readyWithinMs = READY_WITHIN_MS } = options
  const giveUpAt = performance.now() + READY_TIMEOUT_MS
  while (!(await isReadyAt(address, readyWithinMs))) {
    if (hasEnded(child) || performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      await log.close()
      throw new Error(`A node did not get ready:\n${(await fs.readFile(said, 'utf8')).slice(-3000)}`)
    }
    await sleep(100)
  }
  let isReady = true
  const over = new AbortController()
  // One question after the other: answers that overtake each other would say that a node which is gone is back.
  const asking = (async () => {
    while (!over.signal.aborted) {
      isReady = await isReadyAt(address, readyWithinMs)
      await sleep(ASK_READY_EVERY_MS, null, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return {
    port,
    pid: child.pid ?? 0,
    webhookUrl: `${address}${WEBHOOK_PATH}`,
    isReady: () => isReady && !hasEnded(child),
    async stop() {
      if (!hasEnded(child)) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      over.abort()
      await asking
      await log.close()
    },
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function isReadyAt(address: string, withinMs: number): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(withinMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
