import type pg from 'pg'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { startServer } from '#server/main.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'

import { askOnce, load } from './http-load.ts'
import { inTemporaryFolder, judge, median, type Role, startRole } from './side-by-side.ts'
import { type BenchPage, fillPlatform } from './signed-in-data.ts'
import { recordStatements, replay, type Statement } from './statements.ts'

/*
 * Requests per second of signed-in members of a page that has 50,000: `node lab/bench/signed-in.ts`. Each call is measured in
 * turns against its own statements, sent by the same driver over the same number of connections with nothing around them.
 */

const CHEERS_PORT = 3551
const CONNECTIONS = 16
const ROUNDS = 7
const ROUND_MS = 1000
const WARM_UP_MS = 1500
/** The least share of the bare statements' rate. */
const OF_SQL = 0.4
/** For a request's statements, in which something else got mixed. */
const RECORDINGS_MAX = 10

const CALLS = [
  { name: 'creator page', path: '/api/post/getPostsByPageHandle/HANDLE?limit=20' },
  { name: 'recent posts', path: '/api/post/getPosts?limit=20' },
  { name: 'page details', path: '/api/creator/creatorDetails/HANDLE' },
]

interface Served {
  connection: pg.PoolConfig
  /** Keyed by the call's name. */
  calls: Record<string, Asked>
}

/** For one call: what each connection sends, and the statements it causes. */
interface Asked {
  requests: string[]
  statements: Statement[][]
}

const [role, argument] = process.argv.slice(2)
if (role === 'cheers' && argument) await serveCheers(argument)
else if (role === 'sql') runStatements()
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
      const { connection, calls } = cheers.said as Served
      await sqlAlone.ask(connection)
      for (const { name } of CALLS) {
        const call = calls[name]
        if (!call) throw new Error(`${name} was not noted`)
        await compareCall(name, call, sqlAlone)
      }
    } finally {
      for (const started of roles.toReversed()) await started.stop()
    }
  })
}

async function compareCall(name: string, { requests, statements }: Asked, sqlAlone: Role): Promise<void> {
  const { body } = await askOnce(CHEERS_PORT, requests[0] ?? '')
  const turn = async (ms: number) => ({
    cheers: await load(CHEERS_PORT, requests, ms),
    sql: Number(await sqlAlone.ask({ lists: statements, ms })),
  })
  await turn(WARM_UP_MS)
  const rounds: Awaited<ReturnType<typeof turn>>[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await turn(ROUND_MS))
  const of = (key: keyof (typeof rounds)[0]) => median(rounds.map((round) => round[key])).toFixed(0)
  console.log(
    `${name}: ${body.length} bytes, ${statements[0]?.length} statements; requests/s: Cheers ${of('cheers')}, ` +
      `SQL alone ${of('sql')}`,
  )
  judge(`${name}: Cheers / SQL`, median(rounds.map((round) => round.cheers / round.sql)), OF_SQL)
}

async function serveCheers(dataDir: string): Promise<void> {
  const recorder = recordStatements()
  const server = await startServer({ env: productionEnv(CHEERS_PORT, dataDir) })
  const page = await fillPlatform(server.platform)
  const noteAll = async (path: string): Promise<Asked> => {
    const asked: Asked = { requests: [], statements: [] }
    for (let lane = 0; lane < CONNECTIONS; lane += 1) {
      const request = requestOf(page, path, lane)
      asked.requests.push(request)
      asked.statements.push(await readsOf(() => recorder.during(() => askOnce(CHEERS_PORT, request))))
    }
    return asked
  }
  const calls: Served['calls'] = {}
  for (const { name, path } of CALLS) calls[name] = await noteAll(path)
  recorder.stop()
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
