import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { type Provider, startProvider } from './prove/lifecycle/provider.ts'
import { startMailServer } from './rehearse/mail-server.ts'
import { timesOf } from './rehearse/migration-times.ts'
import { openRelease, type Release } from './rehearse/release.ts'
import { type NodeOptions, type ReleaseNode, startReleaseNode } from './rehearse/release-node.ts'
import { runScript } from './rehearse/run-script.ts'
import { untilAtRest } from './rehearse/until-at-rest.ts'
import { watchLocks } from './rehearse/watch-locks.ts'
import { ROOT } from '#scripts/steps.ts'
import { openToolDatabase, type ToolDatabase } from '#scripts/tool-database.ts'
import { type Cast, openCast } from './traffic/cast.ts'
import { startJoins } from './traffic/joins.ts'
import { percentile, startTraffic, type Traffic } from './traffic/traffic.ts'

/* `npx node lab/rehearse.ts`: docs/operating.md. The upgrade of a filled platform, while people use it. */

const USAGE = `Upgrades a filled platform from the release before to this one while people use it, and says what they noticed.
  npx node lab/rehearse.ts                          from the newest tag, or else the commit before the newest migration
  npx node lab/rehearse.ts --from v1.2           from another release
  npx node lab/rehearse.ts --newest              from this release without its newest migration, if its code can be without
  --creators N --posts N --subscriptions N  how large the platform is (1,000, 10,000, 5,000)
  --rate N --seconds N                      requests a second (300), and how long each stretch is (10)
  --short                                   three seconds a stretch, at most 100 requests a second and 12 at once; timings are
                                            only printed: for CI, where other work runs beside it`

/** A request that waits for longer than this for a lock is one that somebody notices. */
const LOCK_MAX_MS = 2000
const MIGRATION = 'cheers-rehearsed-migration'
const JOIN_EVERY_MS = 500
/** Nobody waits for others any more. */
const WARM_MEDIAN_MS = 50
/** Of those who come, so many find room. */
const WARM_SHARE = 0.95
const WARM_UP_MAX_MS = 5 * 60_000
/** A busy machine gets no queue. */
const AT_ONCE_IN_SHORT = 12
/** Where other work takes the processors for seconds, a balancer that is as impatient as ours would find no node ready. */
const PATIENCE_IN_SHORT_MS = 30_000
/** Before anything is judged. */
const AT_ONCE_AT_FIRST = 64

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    newest: { type: 'boolean', default: false },
    creators: { type: 'string', default: '1000' },
    posts: { type: 'string', default: '10000' },
    subscriptions: { type: 'string', default: '5000' },
    rate: { type: 'string' },
    seconds: { type: 'string' },
    short: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const stretchMs = Number(values.seconds ?? (values.short ? 3 : 10)) * 1000
const perSecond = Number(values.rate ?? (values.short ? 100 : 300))

let hasFailed = false
function say(holds: boolean, what: string): void {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${what}`)
  hasFailed ||= !holds
}

/** What a machine that does other work at the same time says nothing about. */
function sayOfTimes(holds: boolean, what: string): void {
  if (values.short) console.log(`       not judged: ${what}`)
  else say(holds, what)
}

/** The platform while it is upgraded: its nodes, and who uses it. */
interface Stage {
  database: ToolDatabase
  provider: Provider
  cast: Cast
  nodes: readonly ReleaseNode[]
  start: (options: NodeOptions) => Promise<ReleaseNode>
  /** Ports of the nodes that say they are ready. */
  ready: () => number[]
}

async function rehearse(release: Release, database: ToolDatabase, dataDir: string): Promise<void> {
  const provider = await startProvider()
  const mail = await startMailServer()
  const { env } = mail
  const before: NodeOptions = {
    dir: release.dir,
    dataDir,
    databaseUrl: database.url,
    provider,
    env,
    ...(values.short && { readyWithinMs: PATIENCE_IN_SHORT_MS }),
  }
  const nodes: ReleaseNode[] = []
  const start = async (options: NodeOptions) => {
    const node = await startReleaseNode(options)
    nodes.push(node)
    return node
  }
  const ready = () => nodes.filter((node) => node.isReady()).map(({ port }) => port)
  try {
    const { creators, posts, subscriptions } = values
    const size = ['--creators', creators, '--posts', posts, '--subscriptions', subscriptions]
    console.log(`From ${release.name}, with ${creators} pages, ${posts} posts, ${subscriptions} memberships.`)
    console.log(await runScript(before, 'lab/populate.ts', ...size))
    // Ours is built before an upgrade; the first start of the other builds its web app.
    await ensureWebIsBuilt()
    const old = await start(before)
    await provider.control('webhook', { url: old.webhookUrl })
    if (!values.short) {
      const tookMs = await untilAtRest(database.pool)
      console.log(`It was filled, and came to rest after ${(tookMs / 1000).toFixed(0)} s.`)
    }
    const cast = await openCast(database.pool)
    const atOnce = values.short ? AT_ONCE_IN_SHORT : AT_ONCE_AT_FIRST
    await warmUp(startTraffic({ cast, perSecond, ports: ready, atOnce }))
    await upgrade(before, { database, provider, cast, nodes, start, ready })
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await mail.close()
    await provider.close()
  }
}

async function upgrade(before: NodeOptions, stage: Stage): Promise<void> {
  const { database, provider, cast, nodes, start, ready } = stage
  const ours: NodeOptions = { ...before, dir: ROOT }
  const patience = values.short ? { tryForMs: PATIENCE_IN_SHORT_MS } : {}
  const traffic = startTraffic({
    cast,
    perSecond,
    ports: ready,
    ...patience,
    ...(values.short && { atOnce: AT_ONCE_IN_SHORT }),
  })
  const joins = startJoins({
    pool: database.pool,
    cast,
    provider,
    ports: ready,
    everyMs: JOIN_EVERY_MS,
    ...patience,
  })
  const locks = await watchLocks(database.url, MIGRATION)
  const errors = new Map<string, number>()
  let longestMs = 0

  /** Says what people noticed while something happened. */
  async function stretch(name: string, work: () => Promise<unknown> = () => sleep(stretchMs)): Promise<void> {
    await work()
    const { requests, errors: wrong, tookMs, longest } = traffic.take()
    const joined = joins.take()
    for (const problem of joined.errors) wrong.set(problem, (wrong.get(problem) ?? 0) + 1)
    for (const [problem, count] of wrong) errors.set(problem, (errors.get(problem) ?? 0) + count)
    longestMs = Math.max(longestMs, longest.ms)
    const wrongCount = [...wrong.values()].reduce((sum, count) => sum + count, 0)
    const figures = [0.5, 0.99].map((share) => percentile(tookMs, share).toFixed(0))
    const lockMs = locks.take().requests.ms.toFixed(0)
    console.log(
      `| ${name} | ${requests} | ${joined.paid} | ${wrongCount} | ${figures.join(' | ')} | ${longest.ms.toFixed(0)} (${longest.name}) | ${lockMs} |`,
    )
  }

  try {
    console.log(
      '\n| | requests | joins | errors | p50 ms | p99 ms | longest ms | longest wait for a lock ms |\n|---|---:|---:|---:|---:|---:|---:|---:|',
    )
    await stretch('the release before')
    const beganAt = new Date()
    let migrated = ''
    await stretch('while it migrates', async () => {
      migrated = await runScript(withName(ours), 'scripts/migrate.ts')
      await sleep(1000)
    })
    await stretch('the release before, migrated')
    const returned = await start(before).catch((error: unknown) => String(error))
    await stretch('another node of it starts')
    const next = await start(ours)
    await provider.control('webhook', { url: next.webhookUrl })
    await stretch('both releases')
    await stretch('the release before stops', async () => {
      await Promise.all(nodes.filter((node) => node !== next).map((node) => node.stop()))
    })
    await stretch('this release')
    const waits = await locks.stop()
    console.log(`\n${migrated}`)
    for (const line of await timesOf(database, beganAt)) console.log(line)
    const count = [...errors.values()].reduce((sum, times) => sum + times, 0)
    for (const [problem, times] of errors) console.log(`${times} × ${problem}`)
    say(count === 0, `no request failed: ${count} did`)
    const { requests, migrations } = waits
    sayOfTimes(
      requests.ms < LOCK_MAX_MS,
      `nobody waited ${LOCK_MAX_MS / 1000} s for a lock: ${requests.ms.toFixed(0)} ms (${requests.what})`,
    )
    console.log(
      `       the migrations themselves, which give way: ${migrations.ms.toFixed(0)} ms (${migrations.what})`,
    )
    sayOfTimes(
      longestMs < LOCK_MAX_MS,
      `nobody waited ${LOCK_MAX_MS / 1000} s for an answer: ${longestMs.toFixed(0)} ms`,
    )
    sayWhetherItReturns(returned)
    await traffic.stop()
    await joins.stop()
    await sayWhetherBooksHold(ours)
  } finally {
    await traffic.stop()
    await joins.stop()
  }
}

/**
 * The first requests of a process are its slowest, and on a large platform those of its database. They are no part of what an upgrade
 * does, so meanwhile nobody comes for whom there is no room: a line of them would last for as long as the machine is busy.
 */
async function warmUp(traffic: Traffic): Promise<void> {
  const giveUpAt = performance.now() + WARM_UP_MAX_MS
  try {
    for (;;) {
      await sleep(stretchMs)
      const { requests, tookMs } = traffic.take()
      const isKept = requests > perSecond * (stretchMs / 1000) * WARM_SHARE
      if (values.short || (isKept && percentile(tookMs, 0.5) < WARM_MEDIAN_MS)) return
      if (performance.now() > giveUpAt)
        throw new Error(
          `This machine doesn't keep up with ${perSecond} requests a second before anything is upgraded.`,
        )
    }
  } finally {
    await traffic.stop()
  }
}

/** So that its waits are told from those of the nodes. */
function withName(options: NodeOptions): NodeOptions {
  const url = new URL(options.databaseUrl)
  url.searchParams.set('application_name', MIGRATION)
  return { ...options, databaseUrl: url.href }
}

/** A release that checks migrations strictly doesn't start on a newer schema, which this one can't change. */
function sayWhetherItReturns(returned: ReleaseNode | string): void {
  const isOlder = typeof returned === 'string' && returned.includes('its file is missing')
  if (isOlder) console.log('       the release before refuses to start once this one has migrated')
  else
    say(
      typeof returned !== 'string',
      `the release before starts again once this one has migrated${typeof returned === 'string' ? `: ${returned}` : ''}`,
    )
}

async function sayWhetherBooksHold(ours: NodeOptions): Promise<void> {
  const audited = await runScript(ours, 'scripts/audit.ts', '--ours').then(
    (said) => ({ holds: true, said }),
    (error: unknown) => ({ holds: false, said: String(error) }),
  )
  say(audited.holds, `the books hold afterwards: ${audited.said.split('\n').at(-1)}`)
}

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE)
  const release = await openRelease(values)
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-rehearsal-'))
  try {
    const database = await openToolDatabase(path.join(release.dir, 'server/migrations'))
    try {
      await rehearse(release, database, dataDir)
    } finally {
      await database.close()
    }
  } finally {
    await fs.rm(dataDir, { recursive: true, force: true })
    await release.remove()
  }
  console.log(hasFailed ? '\nThis upgrade would be noticed.' : '\nNobody would notice this upgrade.')
  process.exitCode = hasFailed ? 1 : 0
}

await main()
