import Fastify from 'fastify'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { productionEnv } from '#scripts/production-env.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { startServer } from '#server/main.ts'

import { askOnce, load } from './http-load.ts'
import { inTemporaryFolder, judge, median, startRole } from './side-by-side.ts'

/*
 * Requests per second for a creator page as a visitor gets it, compared with a Fastify that only sends the same bytes:
 * `node lab/bench/creator-page.ts`. Both run at once, each in its own process, and take turns, so a busy machine is unfair
 * to neither. Cheers runs as in production: every request is logged and measured.
 */

const CHEERS_PORT = 3541
const BARE_PORT = 3542
const HANDLE = 'asha'
const CONNECTIONS = 16
const ROUNDS = 7
const ROUND_MS = 2000
const WARM_UP_MS = 3000
/** Below this share of the bare server's requests, the bench fails. */
const LIMIT = 0.4

const REQUEST = `GET /${HANDLE} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\n\r\n`

const [role, argument] = process.argv.slice(2)
if (role === 'cheers' && argument) await serveCheers(argument)
else if (role === 'bare') await serveBare()
else await compare()

async function compare(): Promise<void> {
  await ensureWebIsBuilt()
  await inTemporaryFolder(async (folder) => {
    const servers = [await startRole(import.meta.filename, 'cheers', folder)]
    try {
      // The bare server asks Cheers for the bytes to send.
      servers.push(await startRole(import.meta.filename, 'bare'))
      await compareRunning()
    } finally {
      for (const server of servers) await server.stop()
    }
  })
}

async function compareRunning(): Promise<void> {
  const { body } = await askOnce(CHEERS_PORT, REQUEST)
  console.log(`A page of ${body.length} bytes, compressed; ${CONNECTIONS} connections, ${ROUNDS} rounds.`)
  const ask = (port: number, ms: number) => load(port, Array(CONNECTIONS).fill(REQUEST), ms)
  await ask(CHEERS_PORT, WARM_UP_MS)
  await ask(BARE_PORT, WARM_UP_MS)
  const perSecond: { cheers: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    perSecond.push({ cheers: await ask(CHEERS_PORT, ROUND_MS), bare: await ask(BARE_PORT, ROUND_MS) })
  console.log(
    `requests/s: Cheers ${median(perSecond.map((round) => round.cheers)).toFixed(0)}, ` +
      `bare Fastify ${median(perSecond.map((round) => round.bare)).toFixed(0)}`,
  )
  judge(
    'visitor’s page: Cheers / Fastify',
    median(perSecond.map((round) => round.cheers / round.bare)),
    LIMIT,
  )
}

async function serveCheers(dataDir: string): Promise<void> {
  const server = await startServer({ env: productionEnv(CHEERS_PORT, dataDir) })
  const { db } = server.platform.database
  const creator = await aCreator(db, (await aUser(db)).id, {
    handle: HANDLE,
    headline: 'Songs between Pune and the sea',
  })
  for (const priceCents of [500, 999, 2500]) await aPlan(db, creator.id, { priceCents })
  for (let count = 0; count < 20; count += 1)
    await aPost(db, creator.id, {
      html: `<p>${'The record is mixed, and one thunderstorm stayed. '.repeat(6)}${count}</p>`,
    })
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  process.send?.('ready')
}

async function serveBare(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${CHEERS_PORT}/${HANDLE}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const { gzipSync } = await import('node:zlib')
  const bytes = gzipSync(await answer.text())
  const app = Fastify()
  app.get(`/${HANDLE}`, (_, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'gzip').send(bytes),
  )
  await app.listen({ host: '127.0.0.1', port: BARE_PORT })
  process.once('SIGTERM', () => process.exit(0))
  process.send?.('ready')
}
