import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  type Arrival,
  type Asked,
  latenciesOf,
  MESSAGE_EVERY_MS,
  MESSAGES,
  openStreams,
  serveRoom,
  SETTLE_MS,
} from './room-streams.ts'
import { inTemporaryFolder, judgeAtLeast, judgeAtMost, median, type Role, startRole } from './side-by-side.ts'

/*
 * A room that a thousand open pages show: `node lab/bench/realtime.ts`. How long after the commit each page has a message, what
 * memory a stream takes, and how many messages a second many people can write in one room while nobody reads. The
 * pages are in this process, Cheers in its own.
 */

const CHEERS_PORT = 3551
const STREAMS = 1000
const WARM_UP_STREAMS = 200
const RUSH_MIN_EACH_SECOND = 100
/** The slowest of twenty arrivals. */
const LATE_SHARE = 0.95
const LATENCY_MAX_MS = 250
const STREAM_MAX_KB = 30
/** Servers whose memory is measured: it grows by pages and differs by a third from one to the next. */
const MEMORY_ROUNDS = 3

const [role, argument] = process.argv.slice(2)
if (role === 'cheers' && argument) await serveRoom(CHEERS_PORT, argument, STREAMS)
else await measure()

async function measure(): Promise<void> {
  const kilobytes: number[] = []
  let latencies: number[] = []
  let rush = 0
  for (let round = 0; round < MEMORY_ROUNDS; round += 1)
    await inTemporaryFolder(async (folder) => {
      const server = await startRole(import.meta.filename, 'cheers', folder)
      try {
        const { streams, arrivals, kilobytesEach } = await openAll(server)
        kilobytes.push(kilobytesEach)
        if (round === MEMORY_ROUNDS - 1) latencies = await latenciesOf(server, STREAMS, arrivals)
        for (const stream of streams) stream.destroy()
        await sleep(SETTLE_MS)
        if (round === MEMORY_ROUNDS - 1) rush = Number(await server.ask('rush' satisfies Asked))
      } finally {
        await server.stop()
      }
    })
  console.log(`${STREAMS} streams, ${MESSAGES} messages, one every ${MESSAGE_EVERY_MS} ms`)
  console.log(`commit to browser, median            ${latencies[latencies.length / 2]?.toFixed(0)} ms`)
  const late = latencies[Math.floor(latencies.length * LATE_SHARE)] ?? 0
  judgeAtMost('commit to browser, p95', late, LATENCY_MAX_MS, 'ms')
  console.log(
    `memory of a stream, in ${MEMORY_ROUNDS} servers: ${kilobytes.map((each) => each.toFixed(0)).join(', ')} KB`,
  )
  judgeAtMost('memory of a stream', median(kilobytes), STREAM_MAX_KB, 'KB')
  judgeAtLeast('messages in one room', rush, RUSH_MIN_EACH_SECOND, 'a second')
}

/** Opens all streams, and says how much memory the server took for each. */
async function openAll(
  server: Role,
): Promise<{ streams: IncomingMessage[]; arrivals: Arrival[]; kilobytesEach: number }> {
  // The first streams make the server's heap grow for good.
  for (const stream of await openStreams(server, WARM_UP_STREAMS, () => undefined)) stream.destroy()
  await sleep(SETTLE_MS)
  const before = Number(await server.ask('memory' satisfies Asked))
  const arrivals: Arrival[] = []
  const streams = await openStreams(server, STREAMS, (arrival) => arrivals.push(arrival))
  await sleep(SETTLE_MS)
  const after = Number(await server.ask('memory' satisfies Asked))
  return { streams, arrivals, kilobytesEach: (after - before) / 1024 / STREAMS }
}
