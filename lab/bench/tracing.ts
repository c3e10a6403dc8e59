import { createServer } from 'node:http'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { populate } from '../populate/populate.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { type Cast, openCast } from '../traffic/cast.ts'
import { startServer } from '#server/main.ts'

import { load } from './http-load.ts'
import { inTemporaryFolder, judge, median, type Role, startRole } from './side-by-side.ts'

/*
 * What it costs to record traces: requests per second of visitors and members of three servers on one database, one without
 * traces, one that records a hundredth of them and one that records all, and sends them to a collector on the same machine:
 * `node lab/bench/tracing.ts`. They take turns.
 */

const COLLECTOR_PORT = 3561
const SERVERS = [
  { name: 'off', port: 3562, share: null },
  { name: 'one in a hundred', port: 3563, share: 0.01 },
  { name: 'all', port: 3564, share: 1 },
] as const
const FIGURES = { creators: 200, posts: 2000, subscriptions: 2000, seed: 1 }
const CONNECTIONS = 16
const ROUNDS = 9
const ROUND_MS = 1500
const WARM_UP_MS = 3000
/** The least share of the rate without traces that is left. */
const LEFT_OF_A_HUNDREDTH = 0.9
const LEFT_OF_ALL = 0.5

const [role, ...given] = process.argv.slice(2)
if (role === 'cheers') await serveCheers(...(given as [string, string, string, string]))
else if (role === 'collector') collect()
else await compare()

async function compare(): Promise<void> {
  await ensureWebIsBuilt()
  const database = await openToolDatabase()
  const roles: Role[] = []
  try {
    await inTemporaryFolder(async (folder) => {
      const figures = { ...FIGURES, now: new Date() }
      await populate({ connectionString: database.url }, figures, () => undefined)
      const requests = requestsOf(await openCast(database.pool))
      const collector = await startRole(import.meta.filename, 'collector')
      roles.push(collector)
      for (const { port, share } of SERVERS)
        roles.push(
          await startRole(import.meta.filename, 'cheers', String(port), folder, database.url, String(share)),
        )
      for (const { port } of SERVERS) await load(port, requests, WARM_UP_MS)
      await compareRunning(requests)
      const sent = Number(await collector.ask('sent'))
      console.log(`${(sent / 1_000_000).toFixed(1)} MB of traces were sent.`)
      if (sent === 0) throw new Error('No trace was sent, so nothing was measured')
      for (const started of roles.splice(0).toReversed()) await started.stop()
    })
  } finally {
    for (const started of roles.toReversed()) await started.stop()
    await database.close()
  }
}

async function compareRunning(requests: readonly (readonly string[])[]): Promise<void> {
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const rates: number[] = []
    for (const { port } of SERVERS) rates.push(await load(port, requests, ROUND_MS))
    rounds.push(rates)
  }
  for (const [at, { name }] of SERVERS.entries())
    console.log(`traces ${name}: ${median(rounds.map((rates) => rates[at] ?? 0)).toFixed(0)} requests/s`)
  const left = (at: number) => median(rounds.map((rates) => (rates[at] ?? 0) / (rates[0] ?? 1)))
  judge('traces of a hundredth / none', left(1), LEFT_OF_A_HUNDREDTH)
  judge('traces of all / none', left(2), LEFT_OF_ALL)
}

/** What each connection asks in turns: pages as visitors get them, and what members read most. */
function requestsOf({ members, handles }: Cast): string[][] {
  return Array.from({ length: CONNECTIONS }, (_, lane) =>
    [0, 1, 2, 3].flatMap((step) => {
      const { token, cookie, handle } = members[(lane * 4 + step) % members.length] ?? {}
      const asMember = `Authorization: Bearer ${token}\r\nCookie: __Host-cheers=${cookie}\r\n`
      return [
        requestFor(`/${handles[(lane * 4 + step) % handles.length]}`, 'Accept: text/html\r\n'),
        requestFor(`/api/post/getPostsByPageHandle/${handle}?limit=20`, asMember),
        requestFor('/api/post/getPosts?limit=20', asMember),
        requestFor('/api/notifications/badges', asMember),
      ]
    }),
  )
}

function requestFor(path: string, headers: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: cheers.example\r\nAccept-Encoding: gzip, br\r\n${headers}\r\n`
}

async function serveCheers(port: string, dataDir: string, databaseUrl: string, share: string): Promise<void> {
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${COLLECTOR_PORT}`,
    OTEL_TRACES_SAMPLER_ARG: share,
  }
  const env = { ...productionEnv(Number(port), dataDir), DATABASE_URL: databaseUrl }
  const server = await startServer({ env: share === 'null' ? env : { ...env, ...tracing } })
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  process.send?.('ready')
}

/** Takes everything, and only counts it. */
function collect(): void {
  let sent = 0
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => (sent += part.length))
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  server.listen(COLLECTOR_PORT, '127.0.0.1', () => process.send?.('ready'))
  process.on('message', () => process.send?.(sent))
  process.once('SIGTERM', () => process.exit(0))
}
