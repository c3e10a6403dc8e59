import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'

import { startRazorpaySandbox } from '#sandbox/razorpay/server.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/query.ts'
import { createLog } from '#server/platform/log.ts'
import { skipFor } from '#server/testing/optional-program.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/small-disk.ts'

import { createServerToKill, type ServerToKill } from '../storm/server-to-kill.ts'
import { databaseAccount, findPostgresPrograms } from './cluster/cluster.ts'
import { problems, proveCharges, say, proveDrained } from './cluster/judge.ts'
import { type Charge, chargeSteadily } from './cluster/load.ts'
import { type Machine, openMachine, SUPERUSER } from './cluster/machines.ts'
import { makeMemberships } from './memberships.ts'

/*
 * One server on one PostgreSQL takes charges at a steady rate, each sent again until it is acknowledged, while the whole
 * database is killed (SIGKILL, every process of it) and started again, then its disk is full for a while, and then the server
 * is killed. What was acknowledged is there, once; the server outlives its database. `npm run prove -- crashes`, or with
 * `--database 3 --disk 1 --server 3`.
 */

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '30' },
    /** How often the database's disk is full. */
    disk: { type: 'string', default: '10' },
    server: { type: 'string', default: '200' },
    rate: { type: 'string', default: '20' },
    /** How long it takes is only printed: CI does other work beside it. */
    untimed: { type: 'boolean', default: false },
  },
})
const MEMBERSHIPS = 50
/** Between two kills something has to be acknowledged. */
const BACK_WITHIN_MS = 60_000
const DATABASE_BACK_MAX_MS = 10_000
/** A disk in memory, with room for the log that the database keeps. */
const DISK_BYTES = 512 * 1024 ** 2
const FULL_FOR_MS = 5000

/** Does it again and again, each time once charges are acknowledged; answers how long that took after each. */
async function again(
  times: number,
  charges: readonly Charge[],
  killAndStart: () => Promise<unknown>,
): Promise<number[]> {
  const tookMs: number[] = []
  for (let time = 0; time < times; time += 1) {
    await sleep(randomInt(200, 1500))
    await killAndStart()
    const startedMs = performance.now()
    const first = () => charges.find(({ sentMs }) => sentMs > startedMs)
    while (!first()) {
      if (performance.now() - startedMs > BACK_WITHIN_MS)
        throw new Error(`Nothing is acknowledged any more, of ${charges.length} before.`)
      await sleep(20)
    }
    tookMs.push((first()?.atMs ?? Infinity) - startedMs)
  }
  return tookMs
}

function inSeconds(ms: readonly number[]): string {
  const sorted = ms.toSorted((one, other) => one - other)
  const shown = (value: number | undefined) => `${((value ?? 0) / 1000).toFixed(1)} s`
  return `half within ${shown(sorted[Math.floor(sorted.length / 2)])}, at most ${shown(sorted.at(-1))}`
}

async function prove(
  db: Db,
  server: ServerToKill,
  target: { secret: string; killDatabase: () => Promise<void>; fillDisk: (() => Promise<void>) | null },
): Promise<void> {
  const subscriptionIds = await makeMemberships(db, MEMBERSHIPS)
  const charges: Charge[] = []
  let isOver = false
  const charging = chargeSteadily(
    { baseUrl: new URL(server.webhookUrl).origin, secret: target.secret, subscriptionIds },
    { ratePerSecond: Number(values.rate), count: 0, isEnough: () => isOver },
    charges,
  )
  try {
    const databaseMs = await again(Number(values.database), charges, target.killDatabase)
    const figure = `${databaseMs.length} kills, ${inSeconds(databaseMs)} after the database was there again`
    say('the server outlives its database', server.kills() === 0, figure)
    if (!values.untimed)
      say(
        'and acknowledges within 10 s',
        databaseMs.every((ms) => ms < DATABASE_BACK_MAX_MS),
        figure,
      )
    if (target.fillDisk) {
      const fullMs = await again(Number(values.disk), charges, target.fillDisk)
      say(
        'and a full disk of its database',
        server.kills() === 0 && (values.untimed || fullMs.every((ms) => ms < DATABASE_BACK_MAX_MS)),
        `${fullMs.length} times, acknowledged again ${inSeconds(fullMs)} after there was room`,
      )
    }
    const readyMs: number[] = []
    await again(Number(values.server), charges, async () => {
      const killedMs = performance.now()
      await server.kill9()
      readyMs.push(performance.now() - killedMs)
    })
    console.log(`seen   ${server.kills()} kills of the server, ready again after them: ${inSeconds(readyMs)}`)
  } finally {
    isOver = true
  }
  await charging
  await proveDrained(db)
  await proveCharges(db, charges.length, charges, [])
}

/** Leaves no room, asks for a new piece of the log, and gives the room back. Answers once the database runs, started again if it ended. */
async function fillDisk(disk: SmallDisk, machine: Machine, seen: { ended: number }): Promise<void> {
  await disk.fill(0)
  const fullUntilMs = performance.now() + FULL_FOR_MS
  while (performance.now() < fullUntilMs) {
    await asSuperuser(machine, 'select pg_switch_wal()').catch(() => undefined)
    await sleep(250)
  }
  await disk.free()
  if (!machine.hasEnded()) return
  seen.ended += 1
  await machine.start()
}

async function asSuperuser({ port }: Machine, statement: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function main(programs: string): Promise<void> {
  const disk = Number(values.disk) > 0 ? await mountSmallDisk(DISK_BYTES) : null
  const root = disk?.folder ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-crashes-')))
  await fs.chmod(root, 0o755)
  const seen = { ended: 0 }
  const machine = await openMachine({ name: 'cheers_a', root, programs, account: await databaseAccount() })
  await machine.init()
  await machine.start()
  await machine.order('alone')
  const where = ['--host=127.0.0.1', `--port=${machine.port}`, `--username=${SUPERUSER}`]
  await promisify(execFile)(path.join(programs, 'createdb'), [...where, '--template=template0', 'cheers'])
  const databaseUrl = `postgres://${SUPERUSER}@127.0.0.1:${machine.port}/cheers`
  const keys = {
    keyId: 'rzp_test_crashes000000',
    keySecret: randomBytes(16).toString('hex'),
    webhookSecret: randomBytes(16).toString('hex'),
  }
  const sandbox = await startRazorpaySandbox({ ...keys, port: 0, merchantName: 'Kills' })
  const world = { keys, apiUrl: sandbox.url, checkoutUrl: sandbox.checkoutUrl }
  const server = await createServerToKill({ databaseUrl, world })
  const database = openDatabase(
    { connectionString: databaseUrl, max: 4 },
    createLog({ isProduction: false, level: 'fatal' }),
  )
  try {
    await prove(database.db, server, {
      secret: keys.webhookSecret,
      async killDatabase() {
        await machine.kill()
        await machine.start()
      },
      fillDisk: disk && (() => fillDisk(disk, machine, seen)),
    })
  } finally {
    await database.close()
    await server.stop()
    await sandbox.close()
    await machine.stop()
    await (disk ? disk.remove() : fs.rm(root, { recursive: true, force: true, maxRetries: 3 }))
    if (disk) console.log(`seen   the database ended by itself ${seen.ended} times, and was started again`)
  }
}

const found = await findPostgresPrograms()
if (found === null) skipFor('no PostgreSQL of Debian here (apt-get install postgresql)')
else await main(found)
process.exit(problems.length === 0 ? 0 : 1)
