import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { startAppOn, type TestApp } from '#server/testing/app-on-database.ts'

import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { one, sql } from '../db/query.ts'
import { createLog } from '../log.ts'
import { enqueue, type Job } from './define-job.ts'
import { type JobRunner, startJobs } from './runner.ts'

/*
 * The database is stopped, stays away and starts again under an app at work. Vitest fails a test file in which a promise
 * is rejected and nobody hears of it: that is what ends a node.
 */

const AWAY_MS = 4000
const PATIENCE_MS = 60_000

const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-lost-')))
let postgres: EmbeddedPostgres
let front: Front
let app: TestApp
let runner: JobRunner

/** Always at the same address, as a pooler is: each start of ours listens elsewhere. */
interface Front {
  connection: pg.ClientConfig
  /** Breaks the queue's connection instead of handing on its first answer with these words. */
  losesAnswersWith(words: string): void
  hasLost(): boolean
  close(): void
}

async function openFront(): Promise<Front> {
  const open = new Set<net.Socket>()
  let lost: string | null = null
  const server = net.createServer((asker) => {
    const { host, port } = postgres.connection
    const answerer = net.connect(`${host}/.s.PGSQL.${port}`)
    open.add(asker)
    asker.on('close', () => open.delete(asker) && answerer.destroy()).on('error', () => undefined)
    answerer.on('close', () => asker.destroy()).on('error', () => undefined)
    let isQueue = false
    asker.on('data', (asked) => (isQueue ||= asked.includes('skip locked'))).pipe(answerer)
    answerer.on('data', (answer) => {
      if (!isQueue || lost === null || !answer.includes(lost)) return void asker.write(answer)
      lost = null
      asker.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { user, database } = postgres.connection
  return {
    connection: { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port, user, database },
    losesAnswersWith: (words) => void (lost = words),
    hasLost: () => lost === null,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

const ran: string[] = []
let letGo: () => void = () => {}
// Not made by `defineJob`: the app would miss their declaration.
const properties = { maxAttempts: 25, cron: null, reachesOut: false }
const note: Job<{ word: string }> = {
  ...properties,
  name: 'test.note',
  payload: z.object({ word: z.string() }),
  run: async (_, { word }) => void ran.push(word),
}
/** Waits until the database is away, then ends well or badly. */
const wait: Job<{ word: string }> = {
  ...note,
  name: 'test.wait',
  async run(_, { word }) {
    ran.push(word)
    if (ran.filter((each) => each === word).length > 1) return
    await new Promise<void>((resolve) => {
      const before = letGo
      letGo = () => (before(), resolve())
    })
    if (word === 'fails') throw new Error('it was cut off')
  },
}
const jobs = [note, wait] as Job[]

beforeAll(async () => {
  fs.chmodSync(dataDir, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir })
  front = await openFront()
  const log = createLog({ isProduction: false, level: 'fatal' })
  const database = openDatabase(front.connection, log)
  await migrate(database.db)
  await database.close()
  app = await startAppOn(front.connection)
  runner = await startJobs(app.platform, jobs)
})
afterAll(async () => {
  letGo()
  await runner.stop()
  await app.close()
  front.close()
  await postgres.stop()
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain until ${what}`)
    await sleep(50)
  }
}

const statusOf = async (at: string) => (await fetch(`${app.baseUrl}${at}`)).status

async function jobsLeft(): Promise<number> {
  const { left } = await one(app.db, sql<{ left: number }>`select count(*)::integer as left from jobs`)
  return left
}

test.each(['the first time', 'the second time'])(
  'a node goes on when its database was away, and so do its jobs (%s)',
  async () => {
    ran.length = 0
    await enqueue(app.db, wait, { word: 'fails' })
    await enqueue(app.db, wait, { word: 'succeeds' })
    await until(() => ran.includes('fails') && ran.includes('succeeds'), 'both run')
    await postgres.stop()
    letGo()
    letGo = () => {}
    expect(await statusOf('/readyz')).toBe(503)
    await sleep(AWAY_MS)
    expect(await statusOf('/healthz')).toBe(200)
    postgres = await startEmbeddedPostgres({ dataDir })
    await until(async () => (await statusOf('/readyz')) === 200, 'it is ready again')
    await enqueue(app.db, note, { word: 'afterwards' })
    await until(() => ran.includes('afterwards'), 'new jobs run')
    // What failed is tried again, at its time.
    await until(() => ran.filter((word) => word === 'fails').length > 1, 'what failed is tried again')
    await until(async () => (await jobsLeft()) === 0, 'nothing is left')
  },
  2 * PATIENCE_MS,
)

test(
  'a job that was taken while the connection broke, so that nobody knows of it, is given back',
  async () => {
    ran.length = 0
    front.losesAnswersWith('nobody knows')
    await enqueue(app.db, note, { word: 'nobody knows' })
    await until(() => front.hasLost(), 'the answer is lost')
    await until(() => ran.includes('nobody knows'), 'it runs')
    await until(async () => (await jobsLeft()) === 0, 'nothing is left')
  },
  PATIENCE_MS,
)
