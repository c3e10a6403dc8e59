import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'

import { startProvider } from './prove/lifecycle/provider.ts'
import { populate } from './populate/populate.ts'
import { startMailServer } from './nodes/mail-server.ts'
import { type ReleaseNode, startReleaseNode } from './nodes/node.ts'
import { type NodeSample, sampleNode } from './soak/sample.ts'
import { slopeOf } from './soak/slope.ts'
import { openStreams } from './soak/streams.ts'
import { ROOT } from '#scripts/steps.ts'
import { openToolDatabase, type ToolDatabase } from '#scripts/tool-database.ts'
import { openCast } from './traffic/cast.ts'
import { startJoins } from './traffic/joins.ts'
import { measureCapacity, percentile, startTraffic } from './traffic/traffic.ts'

/*
 * Whether a node in production grows: it serves half of what it can for hours, to visitors and members, with streams that
 * stay open, posts, messages and payments. `npx node lab/soak.ts --minutes 120`; docs/performance.md.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    creators: { type: 'string', default: '1000' },
    posts: { type: 'string', default: '10000' },
    subscriptions: { type: 'string', default: '5000' },
    /** Requests a second, if not half of what was measured. */
    rate: { type: 'string' },
    streams: { type: 'string', default: '200' },
  },
})
const SAMPLE_MS = 10_000
const CAPACITY_MS = 20_000
const LANES = 16
const JOIN_EVERY_MS = 2000
/** How long a node is left alone before it counts as idle. */
const IDLE_MS = 20_000
const IDLE_MAX_MB = 250
const BUSY_MAX_MB = 400
const GROWTH_MAX_MB_PER_HOUR = 1
/** After the first quarter; within less, caches still fill. */
const JUDGED_FROM_MS = 30 * 60_000
/** Descriptors come and go with connections of visitors, so the median of five minutes is compared. */
const DESCRIPTORS_MAX_MORE = 64
const USUAL_OF = 30
/** Connections come and go with bursts, too. */
const CONNECTIONS_MAX_MORE = 2
/** Regular jobs may be at work at that moment; what was taken and never given back would be too. */
const BUSY_LEFT_ALONE_MAX = 2

let hasFailed = false
/** null: this run was too short to tell. */
function say(holds: boolean | null, what: string): void {
  console.log(`${holds === null ? 'open ' : holds ? 'holds' : 'FAILS'}  ${what}`)
  hasFailed ||= holds === false
}

async function soak({ pool, url }: ToolDatabase, dataDir: string): Promise<void> {
  const figures = {
    creators: Number(values.creators),
    posts: Number(values.posts),
    subscriptions: Number(values.subscriptions),
    seed: 1,
    now: new Date(),
  }
  await populate({ connectionString: url }, figures, () => undefined)
  const provider = await startProvider()
  const mail = await startMailServer()
  const { env } = mail
  const node = await startReleaseNode({ dir: ROOT, dataDir, databaseUrl: url, provider, env })
  try {
    await provider.control('webhook', { url: node.webhookUrl })
    await sleep(IDLE_MS)
    const idle = await sampleNode(node)
    const cast = await openCast(pool)
    const perSecond = values.rate === undefined ? await half(node, cast) : Number(values.rate)
    const streams = openStreams(node.port, cast.members.slice(0, Number(values.streams)))
    const traffic = startTraffic({ cast, perSecond, ports: () => [node.port] })
    const joins = startJoins({ pool, cast, provider, ports: () => [node.port], everyMs: JOIN_EVERY_MS })
    const samples = await sampleFor(node, pool, Number(values.minutes) * 60_000)
    const { requests, errors, tookMs, longest } = traffic.take()
    const joined = joins.take()
    await joins.stop()
    await traffic.stop()
    console.log(
      `\n${requests} requests, p50 ${percentile(tookMs, 0.5).toFixed(0)} ms, p99 ${percentile(tookMs, 0.99).toFixed(0)} ms, ` +
        `longest ${longest.ms.toFixed(0)} ms (${longest.name}); ${joined.paid} joined and paid; ${streams.heard()} events heard`,
    )
    await streams.stop()
    for (const problem of joined.errors) errors.set(problem, (errors.get(problem) ?? 0) + 1)
    for (const [problem, times] of errors) console.log(`${times} × ${problem}`)
    say(errors.size === 0 && streams.refused() === 0, 'no request failed, and no stream was refused')
    await sleep(IDLE_MS)
    judge(idle, samples, await sampleNode(node))
  } finally {
    await node.stop()
    await mail.close()
    await provider.close()
  }
}

async function half(node: ReleaseNode, cast: Parameters<typeof measureCapacity>[0]['cast']): Promise<number> {
  const given = { cast, port: node.port, lanes: LANES }
  // The first requests of a process are its slowest.
  await measureCapacity({ ...given, ms: CAPACITY_MS / 2 })
  const capacity = await measureCapacity({ ...given, ms: CAPACITY_MS })
  console.log(`It can serve ${capacity.toFixed(0)} requests a second; half of that from here on.`)
  return capacity / 2
}

/** A sample every ten seconds; each minute a line, and one whenever somebody waits for a connection. */
async function sampleFor(node: ReleaseNode, pool: pg.Pool, ms: number): Promise<NodeSample[]> {
  console.log('\n| minute | RSS | heap | descriptors | connections, waiting | event loop p99, longest |')
  console.log('|---:|---:|---:|---:|---:|---:|')
  const samples: NodeSample[] = []
  const beganAt = performance.now()
  for (let count = 1; count * SAMPLE_MS <= ms; count += 1) {
    await sleep(beganAt + count * SAMPLE_MS - performance.now())
    const sample = await sampleNode(node)
    samples.push(sample)
    if (sample.waiting > 0)
      console.log(
        `${sample.waiting} waited for a connection while the database did: ${await whatIsDone(pool)}`,
      )
    if ((count * SAMPLE_MS) % 60_000 === 0)
      console.log(
        `| ${(count * SAMPLE_MS) / 60_000} | ${sample.rssMb.toFixed(1)} MB | ${sample.heapMb.toFixed(1)} MB | ${sample.descriptors} ` +
          `| ${sample.connections}, ${sample.waiting} | ${sample.loopP99Ms.toFixed(0)} ms, ${sample.loopMaxMs.toFixed(0)} ms |`,
      )
  }
  return samples
}

/** What the database works on at this moment, and what it waits for. */
async function whatIsDone(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ what: string }>(
    `select concat_ws(' ', count(*), '×', coalesce(wait_event, 'at work'), left(regexp_replace(query, '\\s+', ' ', 'g'), 80)) as what
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
      group by wait_event, left(regexp_replace(query, '\\s+', ' ', 'g'), 80) order by count(*) desc`,
  )
  return rows.map(({ what }) => what).join('; ') || 'nothing'
}

function judge(idle: NodeSample, samples: readonly NodeSample[], after: NodeSample): void {
  // Until then it compiles and fills its caches.
  const settled = samples.slice(Math.floor(samples.length / 4))
  const slope = (of: (sample: NodeSample) => number) =>
    slopeOf(settled.map((sample) => ({ atMs: sample.atMs, value: of(sample) })))
  const peakMb = Math.max(...samples.map(({ rssMb }) => rssMb))
  const memory = slope(({ rssMb }) => rssMb)
  const heap = slope(({ heapMb }) => heapMb)
  const figure = ({ perHour, plusMinus }: typeof memory) =>
    `${perHour.toFixed(2)} ± ${plusMinus.toFixed(2)} MB an hour`
  const isLong = settled.length * SAMPLE_MS >= JUDGED_FROM_MS
  const isSure = isLong && Math.abs(memory.perHour - GROWTH_MAX_MB_PER_HOUR) > memory.plusMinus
  const isWithin = memory.perHour < GROWTH_MAX_MB_PER_HOUR
  say(
    isSure ? isWithin : null,
    `memory grows by less than ${GROWTH_MAX_MB_PER_HOUR} MB an hour after the first quarter: ${figure(memory)}, ` +
      `heap ${figure(heap)}${isSure ? '' : '; a longer run would tell'}`,
  )
  say(idle.rssMb <= IDLE_MAX_MB, `idle: ${idle.rssMb.toFixed(0)} MB, at most ${IDLE_MAX_MB}`)
  say(peakMb <= BUSY_MAX_MB, `at work: ${peakMb.toFixed(0)} MB, at most ${BUSY_MAX_MB}`)
  const usual = (of: (sample: NodeSample) => number) =>
    [settled.slice(0, USUAL_OF), settled.slice(-USUAL_OF)].map((some) => percentile(some.map(of), 0.5))
  const [early = 0, late = 0] = usual(({ descriptors }) => descriptors)
  say(
    late - early <= DESCRIPTORS_MAX_MORE && after.descriptors <= early,
    `descriptors: usually ${early} after the first quarter, ${late} at the end, ${after.descriptors} once it is left alone`,
  )
  const [few = 0, many = 0] = usual(({ connections }) => connections)
  const connections = settled.map((sample) => sample.connections)
  say(
    many - few <= CONNECTIONS_MAX_MORE && after.busy <= BUSY_LEFT_ALONE_MAX,
    `connections to the database: ${Math.min(...connections)} to ${Math.max(...connections)}, usually ${few} after the first quarter, ` +
      `${many} at the end; ${after.busy} at work once it is left alone`,
  )
  const waiting = settled.filter((sample) => sample.waiting > 0).length
  say(waiting === 0, `nobody waits for a connection: in ${waiting} looks of ${settled.length} somebody did`)
  console.log(`       left alone: ${after.rssMb.toFixed(0)} MB, heap ${after.heapMb.toFixed(0)} MB`)
}

const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-soak-'))
try {
  const database = await openToolDatabase()
  try {
    await soak(database, dataDir)
  } finally {
    await database.close()
  }
} finally {
  await fs.rm(dataDir, { recursive: true, force: true })
}
process.exitCode = hasFailed ? 1 : 0
