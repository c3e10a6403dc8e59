import fs from 'node:fs'
import Fastify from 'fastify'
import type pg from 'pg'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { startServer } from '#server/main.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'

import { type Answered, askOnce, load } from './http-load.ts'
import { inTemporaryFolder, judge, judgeAtMost, median, type Role, startRole } from './side-by-side.ts'
import { type BenchPage, fillPlatform } from './signed-in-data.ts'
import { recordStatements, replay, type Statement } from './statements.ts'

/*
 * Requests per second of signed-in members, on a page with 50,000 members and on one with 10: `node
 * lab/bench/signed-in.ts`. Each call is measured in turns against its own statements, sent by the same driver over the same
 * number of connections with nothing around them, and against a Fastify that sends the same bytes.
 */

const CHEERS_PORT = 3551
const BARE_PORT = 3552
const CONNECTIONS = 16
const ROUNDS = 7
const ROUND_MS = 1000
const WARM_UP_MS = 1500
/** The least share of the bare statements' rate. */
const OF_SQL = 0.4
/** The least share that the page with 50,000 members may have of the rate of the one with 10. */
const OF_SMALL = 0.5
/** For a request's statements, in which something else got mixed. */
const RECORDINGS_MAX = 10
/** The server's memory limit under this load. */
const RSS_MAX_MIB = 250

const CALLS = [
  { name: 'creator page', path: '/api/post/getPostsByPageHandle/HANDLE?limit=20' },
  { name: 'recent posts', path: '/api/post/getPosts?limit=20' },
  { name: 'page details', path: '/api/creator/creatorDetails/HANDLE' },
  { name: 'subscriptions', path: '/api/m2cSubscription/getUserSubscriptions' },
]

interface Served {
  connection: pg.PoolConfig
  /** Keyed by the call's name. */
  calls: Record<string, { large: Asked; small: Asked }>
}

/** For one call: what each connection sends, and the statements it causes. */
interface Asked {
  requests: string[]
  statements: Statement[][]
}

const [role, argument] = process.argv.slice(2)
if (role === 'cheers' && argument) await serveCheers(argument)
else if (role === 'sql') runStatements()
else if (role === 'bare') await serveBare()
else await compare()

async function compare(): Promise<void> {
  await ensureWebIsBuilt()
  await inTemporaryFolder(async (folder) => {
    const roles: Role[] = []
    const start = async (starting: Promise<Role>) => {
      const started = await starting
      roles.push(started)
      return started
    }
    try {
      const cheers = await start(startRole(import.meta.filename, 'cheers', folder))
      const sqlAlone = await start(startRole(import.meta.filename, 'sql'))
      const bare = await start(startRole(import.meta.filename, 'bare'))
      const served = cheers.said as Served
      await sqlAlone.ask(served.connection)
      let rssMib = 0
      for (const { name } of CALLS) {
        const call = served.calls[name]
        if (!call) throw new Error(`${name} was not noted`)
        await compareCall(name, call, sqlAlone, bare)
        rssMib = Math.max(rssMib, peakMib(cheers.pid))
      }
      if (rssMib > 0) judgeAtMost('memory of the server under this load', rssMib, RSS_MAX_MIB, 'MiB')
    } finally {
      for (const started of roles.toReversed()) await started.stop()
    }
  })
}

async function compareCall(
  name: string,
  { large, small }: { large: Asked; small: Asked },
  sqlAlone: Role,
  bare: Role,
): Promise<void> {
  const answer = await askOnce(CHEERS_PORT, large.requests[0] ?? '')
  await bare.ask(answer)
  const bareRequests = large.requests.map(() => 'GET /bytes HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const turn = async (ms: number) => ({
    large: await load(CHEERS_PORT, large.requests, ms),
    sql: Number(await sqlAlone.ask({ lists: large.statements, ms })),
    small: await load(CHEERS_PORT, small.requests, ms),
    bare: await load(BARE_PORT, bareRequests, ms),
  })
  await turn(WARM_UP_MS)
  const rounds: Awaited<ReturnType<typeof turn>>[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await turn(ROUND_MS))
  const of = (key: keyof (typeof rounds)[0]) => median(rounds.map((round) => round[key])).toFixed(0)
  console.log(
    `${name}: ${answer.body.length} bytes, ${large.statements[0]?.length} statements; requests/s: Cheers ${of('large')}` +
      ` (10 members: ${of('small')}), SQL alone ${of('sql')}, bare Fastify ${of('bare')}`,
  )
  judge(`${name}: Cheers / SQL`, median(rounds.map((round) => round.large / round.sql)), OF_SQL)
  judge(`${name}: 50,000 / 10 members`, median(rounds.map((round) => round.large / round.small)), OF_SMALL)
  judge(`${name}: Cheers / Fastify`, median(rounds.map((round) => round.large / round.bare)), null)
}

/** The most memory a process has held since its database was filled; 0 where the system doesn't say. */
function peakMib(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function serveCheers(dataDir: string): Promise<void> {
  const recorder = recordStatements()
  const server = await startServer({ env: productionEnv(CHEERS_PORT, dataDir) })
  const pages = await fillPlatform(server.platform)
  const noteAll = async (page: BenchPage, path: string): Promise<Asked> => {
    const asked: Asked = { requests: [], statements: [] }
    for (let lane = 0; lane < CONNECTIONS; lane += 1) {
      const request = requestOf(page, path, lane)
      asked.requests.push(request)
      asked.statements.push(await readsOf(() => recorder.during(() => askOnce(CHEERS_PORT, request))))
    }
    return asked
  }
  const calls: Served['calls'] = {}
  for (const { name, path } of CALLS)
    calls[name] = { large: await noteAll(pages.large, path), small: await noteAll(pages.small, path) }
  recorder.stop()
  forgetPeak()
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  const { host, port, user, database, password, connectionString } = server.platform.database.pool.options
  const connection = { host, port, user, database, password, connectionString }
  process.send?.({ connection: definedOnly(connection), calls } satisfies Served)
}

/**
 * The statements of a request, which only reads; what the server happened to write meanwhile on its own account would open
 * transactions that nobody ends when it is replayed.
 */
async function readsOf(record: () => Promise<Statement[]>): Promise<Statement[]> {
  for (let tries = 0; tries < RECORDINGS_MAX; tries += 1) {
    const statements = await record()
    if (statements.every(({ text }) => /^\s*(select|with)\s/i.test(text))) return statements
  }
  throw new Error('A call that should only read wrote something each time it was recorded')
}

/** What filling the database took is no part of the load (`clear_refs` in proc_pid_clear_refs(5)). */
function forgetPeak(): void {
  globalThis.gc?.()
  try {
    fs.writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Not Linux: no peak is read either.
  }
}

/** What a signed-in browser sends. */
function requestOf({ handle, viewers }: BenchPage, path: string, lane: number): string {
  const viewer = viewers[lane % viewers.length]
  return [
    `GET ${path.replace('HANDLE', handle)} HTTP/1.1`,
    'Host: cheers.example',
    'Accept: application/json',
    'Accept-Encoding: gzip, deflate, br, zstd',
    `Authorization: Bearer ${viewer?.token}`,
    `Cookie: __Host-cheers=${viewer?.cookie}`,
    '\r\n',
  ].join('\r\n')
}

function definedOnly(options: object): pg.PoolConfig {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** First receives the database's address, then what to ask and for how long. */
function runStatements(): void {
  let pool: pg.Pool | null = null
  process.on('message', (message: pg.PoolConfig | { lists: Statement[][]; ms: number }) => {
    if ('lists' in message) {
      if (pool) void replay(pool, message.lists, message.ms).then((perSecond) => process.send?.(perSecond))
      return
    }
    pool = openDatabase(message, createLog({ isProduction: true })).pool
    process.send?.('connected')
  })
  process.once('SIGTERM', () => process.exit(0))
  process.send?.('ready')
}

/** Serves the answer it was last given. */
async function serveBare(): Promise<void> {
  let answer: Answered = { head: '', body: Buffer.alloc(0) }
  const app = Fastify()
  app.get('/bytes', (_, reply) => {
    const encoding = /content-encoding: (\w+)/i.exec(answer.head)?.[1]
    if (encoding) void reply.header('content-encoding', encoding)
    return reply.header('content-type', 'application/json; charset=utf-8').send(answer.body)
  })
  await app.listen({ host: '127.0.0.1', port: BARE_PORT })
  process.on('message', (given: Answered) => {
    answer = { head: given.head, body: Buffer.from(given.body) }
    process.send?.('ready')
  })
  process.once('SIGTERM', () => process.exit(0))
  process.send?.('ready')
}
