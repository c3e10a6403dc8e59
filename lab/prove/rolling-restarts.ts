import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { openS3Storage } from '#server/platform/storage/s3-storage.ts'
import { startSwift, type TestStore } from '#server/testing/swift/start-swift.ts'

import { populate } from '../populate/populate.ts'
import { startMailServer } from '../nodes/mail-server.ts'
import { type ReleaseNode, startReleaseNode } from '../nodes/node.ts'
import { ROOT } from '#scripts/steps.ts'
import { openToolDatabase, type ToolDatabase } from '#scripts/tool-database.ts'
import { type Cast, openCast } from '../traffic/cast.ts'
import { startJoins } from '../traffic/joins.ts'
import { percentile, startTraffic } from '../traffic/traffic.ts'
import { proveFiles, sendFile, type SentFile } from './cluster/files.ts'
import { problems, say } from './cluster/judge.ts'
import { startProvider } from './lifecycle/provider.ts'

/*
 * Two nodes are stopped in order, one after the other, and started again, while visitors and members ask 300 times a second,
 * people join and pay, and creators send large files to whichever node is there. `npm run prove -- rolling-restarts`: ten
 * minutes; or `node lab/prove/rolling-restarts.ts --seconds 20 --every 6 --rate 60 --file-mb 12`. docs/reliability.md.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    /** A node is stopped every so many seconds. */
    every: { type: 'string', default: '20' },
    rate: { type: 'string', default: '300' },
    'file-mb': { type: 'string', default: '200' },
  },
})
const SIZES = { creators: 1000, posts: 10_000, subscriptions: 5000, seed: 1 }
const JOIN_EVERY_MS = 1000
const SENDERS = 2
const MB = 1024 * 1024
/** 40 Mbit/s, a good line at home: a large file takes as long as two restarts. */
const LINE_BYTES_PER_SECOND = 5 * MB

const beganMs = performance.now()
function tell(text: string): void {
  console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`)
}

type Start = () => Promise<ReleaseNode>

/** Stops the oldest node and starts another, again and again. Answers how long each stop took. */
async function restart(nodes: ReleaseNode[], start: Start, until: AbortSignal): Promise<number[]> {
  const stopMs: number[] = []
  while (!until.aborted) {
    const due = sleep(Number(values.every) * 1000, null, { signal: until }).catch(() => undefined)
    const [oldest] = nodes
    const stoppedMs = performance.now()
    await oldest?.stop()
    stopMs.push(performance.now() - stoppedMs)
    nodes.push(await start())
    nodes.shift()
    tell(`stopped in ${((stopMs.at(-1) ?? 0) / 1000).toFixed(1)} s, and another one is there`)
    await due
  }
  return stopMs
}

/** Owners of pages, each sending one large file after another. */
async function sendFiles(
  cast: Cast,
  port: () => number,
  until: AbortSignal,
  sent: SentFile[],
): Promise<void> {
  const bytes = randomBytes(Number(values['file-mb']) * MB)
  const keepSending = async (first: number): Promise<void> => {
    for (let turn = first; !until.aborted; turn += SENDERS) {
      const owner = cast.owners[turn % cast.owners.length]
      if (!owner) return
      const headers = {
        host: 'cheers.example',
        'x-forwarded-for': `10.20.0.${(turn % 250) + 1}`,
        'x-forwarded-proto': 'https',
        authorization: `Bearer ${owner.token}`,
        cookie: `__Host-cheers=${owner.cookie}`,
      }
      const origin = () => `http://127.0.0.1:${port()}`
      const file = await sendFile({ origin, headers, bytesPerSecond: LINE_BYTES_PER_SECOND }, bytes, until)
      if (file) sent.push(file)
      else await sleep(1000)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, index) => keepSending(index)))
}

async function prove(database: ToolDatabase, store: TestStore, dataDir: string): Promise<void> {
  await populate({ connectionString: database.url }, { ...SIZES, now: new Date() }, () => undefined)
  const provider = await startProvider()
  const nodes: ReleaseNode[] = []
  const mail = await startMailServer()
  const env = { STORAGE_URL: store.storageUrl, ALLOW_EMBEDDED: 'database', ...mail.env }
  const start: Start = () =>
    startReleaseNode({ dir: ROOT, dataDir, databaseUrl: database.url, provider, env })
  try {
    nodes.push(await start(), await start())
    // Webhooks are sent until they are acknowledged, wherever; nothing here is about them.
    await provider.control('webhook', { url: nodes[1]?.webhookUrl })
    const cast = await openCast(database.pool)
    const ready = () => nodes.filter((node) => node.isReady()).map(({ port }) => port)
    let turn = 0
    const next = () => ready()[(turn += 1) % Math.max(1, ready().length)] ?? 0
    const traffic = startTraffic({ cast, perSecond: Number(values.rate), ports: ready })
    const joins = startJoins({
      pool: database.pool,
      cast,
      provider,
      ports: ready,
      everyMs: JOIN_EVERY_MS,
    })
    const over = new AbortController()
    const files: SentFile[] = []
    const sending = sendFiles(cast, next, over.signal, files)
    await sleep(3000)
    traffic.take()
    joins.take()
    const restarting = restart(nodes, start, over.signal)
    await sleep(Number(values.seconds) * 1000)
    over.abort()
    const stopMs = await restarting
    await sending
    const seen = traffic.take()
    const joined = joins.take()
    await joins.stop()
    await traffic.stop()
    const wrong = [...seen.errors].map(([what, times]) => `\n       ${times} × ${what}`)
    say(
      'no request fails while nodes are restarted',
      seen.errors.size === 0 && seen.requests > 0,
      `${seen.requests} requests, ${stopMs.length} restarts, p50 ${percentile(seen.tookMs, 0.5).toFixed(0)} ms, ` +
        `p99 ${percentile(seen.tookMs, 0.99).toFixed(0)} ms, longest ${seen.longest.ms.toFixed(0)} ms (${seen.longest.name})${wrong.join('')}`,
    )
    say(
      'and nobody who joins',
      joined.errors.length === 0 && joined.paid > 0,
      `${joined.paid} joined and paid${joined.errors.map((each) => `\n       ${each}`).join('')}`,
    )
    const reading = openDatabase(
      { connectionString: database.url, max: 2 },
      createLog({ isProduction: false, level: 'fatal' }),
    )
    await proveFiles(reading.db, openS3Storage(store.storageUrl), files)
    await reading.close()
    console.log(`       a node stops within ${(Math.max(...stopMs) / 1000).toFixed(1)} s`)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await mail.close()
    await provider.close()
  }
}

const store = await startSwift()
if (store) {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-restarts-'))
  try {
    const database = await openToolDatabase()
    try {
      await prove(database, store, dataDir)
    } finally {
      await database.close()
    }
  } finally {
    await store.stop()
    await fs.rm(dataDir, { recursive: true, force: true })
  }
  process.exitCode = problems.length === 0 ? 0 : 1
}
