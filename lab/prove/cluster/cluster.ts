import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { type Database, openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import type { Account } from '#server/platform/program.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { startFront } from '#server/testing/nginx-front.ts'
import { type PgBouncer, startPgBouncer } from '#server/testing/pgbouncer.ts'

import { ask } from '../lifecycle/ask.ts'
import { isOk, keepNode, keepProvider, type Kept, untilOk } from './kept-node.ts'
import { type Machine, openMachine, SUPERUSER } from './machines.ts'

/* What deploy/ describes, on one machine: a primary and its standby, PgBouncer, three nodes, nginx; and beside it the provider. */

const run = promisify(execFile)
const DATABASE = 'cheers'
const NODES = 3
const READY_MS = 120_000
const POINT_AT = path.join(import.meta.dirname, '../../../deploy/pgbouncer/point-at')

export interface Cluster {
  baseUrl: string
  webhookSecret: string
  nodes: readonly Kept[]
  provider: Kept
  /** Waits until all nodes but this one answer: on a slow machine one that was killed takes longer to start than usual. */
  untilOthersServe(index: number, until: AbortSignal): Promise<void>
  /** Asks the payment sandbox's control; null: it is away, or refuses. */
  control(path: string, body: object): Promise<Record<string, unknown> | null>
  /** Its address, without a trailing slash. */
  providerUrl: string
  /** Whichever machine is the primary by now, through PgBouncer. */
  database: Database
  /** Kills the primary, and once that is noticed has its standby take over as docs/three-nodes.md says. Answers when that was. */
  loseThePrimary(noticedAfterMs: number): Promise<number>
  /** Makes a standby of the machine that was lost. */
  mendTheLost(): Promise<void>
  /** Connections over which nodes read from the machine that is the standby in the beginning. */
  countReadersOfStandby(): Promise<number>
  /** What both machines say of themselves. */
  status(): Promise<string>
  stop(): Promise<void>
}

/** Whom PostgreSQL's programs and PgBouncer run as: not root. */
export async function databaseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, SUPERUSER])).stdout)),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

/** The programs of Debian's newest PostgreSQL; null: there is none. */
export async function findPostgresPrograms(): Promise<string | null> {
  const folder = '/usr/lib/postgresql'
  const versions = await fs.readdir(folder).catch(() => [])
  const newest = versions.map(Number).toSorted((one, other) => other - one)[0]
  return newest === undefined ? null : path.join(folder, String(newest), 'bin')
}

export interface Beside {
  smtpUrl: string
  /** S3, which the nodes share; null: each keeps files for itself. */
  storageUrl: string | null
}

export async function openCluster(programs: string, beside: Beside): Promise<Cluster> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-cluster-'))
  await fs.chmod(root, 0o755)
  const closing: (() => Promise<unknown>)[] = [() => fs.rm(root, { recursive: true, force: true })]
  const close = async () => {
    for (const one of closing.toReversed()) await one()
  }
  try {
    return await open(root, programs, beside, closing, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  root: string,
  programs: string,
  { smtpUrl, storageUrl }: Beside,
  closing: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Cluster> {
  const account = await databaseAccount()
  let [primary, standby] = await openMachines(root, programs, account, closing)
  const where = ['--host=127.0.0.1', `--port=${primary.port}`, `--username=${SUPERUSER}`]
  await run(path.join(programs, 'createdb'), [...where, '--template=template0', DATABASE])
  const bouncer = await startPgBouncer({
    databases: [
      `${DATABASE} = host=127.0.0.1 port=${primary.port} dbname=${DATABASE}`,
      `${DATABASE}_session = host=127.0.0.1 port=${primary.port} dbname=${DATABASE} pool_mode=session pool_size=40`,
    ].join('\n'),
    users: `"${SUPERUSER}" ""\n`,
    account,
  })
  closing.push(() => bouncer.stop())

  const keys = {
    RAZORPAY_KEY_ID: 'rzp_test_cluster000000',
    RAZORPAY_KEY_SECRET: randomBytes(16).toString('hex'),
    RAZORPAY_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
  }
  const ports = await Promise.all(Array.from({ length: NODES + 2 }, findFreePort))
  const [port = 0, providerPort = 0, ...nodePorts] = ports
  const baseUrl = `http://127.0.0.1:${port}`
  const providerUrl = `http://127.0.0.1:${providerPort}`
  const state = path.join(root, 'provider.json')
  const provider = keepProvider(
    ['--port', String(providerPort), '--state', state, '--webhook', `${baseUrl}${WEBHOOK_PATH}`],
    keys,
  )
  closing.push(() => provider.halt())
  await untilOk(`${providerUrl}/sandbox/clock`, READY_MS)

  const copyUrl = `postgres://${SUPERUSER}@127.0.0.1:${standby.port}/${DATABASE}`
  const throughBouncer = (database: string) => `postgres://${SUPERUSER}@127.0.0.1:${bouncer.port}/${database}`
  const common = {
    ...keys,
    NODE_ENV: 'test',
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: 'loopback',
    DATABASE_URL: throughBouncer(DATABASE),
    DATABASE_DIRECT_URL: throughBouncer(`${DATABASE}_session`),
    DATABASE_REPLICA_URL: copyUrl,
    RAZORPAY_API_URL: providerUrl,
    RAZORPAY_CHECKOUT_URL: `${providerUrl}/v1/checkout.js`,
    SMTP_URL: smtpUrl,
    ...(storageUrl !== null && { STORAGE_URL: storageUrl }),
    MAIL_FROM: 'hello@cheers.example',
    SECRET_KEY: randomBytes(24).toString('hex'),
  }
  const nodes = nodePorts.map((nodePort) =>
    keepNode({ ...common, PORT: String(nodePort), DATA_DIR: path.join(root, `node-${nodePort}`) }),
  )
  closing.push(() => Promise.all(nodes.map((node) => node.stop())))
  for (const nodePort of nodePorts) await untilOk(`http://127.0.0.1:${nodePort}/readyz`, READY_MS)
  const front = await startFront(root, { port, nodePorts })
  closing.push(() => front.stop())

  const log = createLog({ isProduction: false, level: 'fatal' })
  const database = openDatabase({ connectionString: common.DATABASE_DIRECT_URL, max: 4 }, log)
  closing.push(() => database.close())
  const authorization = `Basic ${Buffer.from(`${keys.RAZORPAY_KEY_ID}:${keys.RAZORPAY_KEY_SECRET}`).toString('base64')}`

  return {
    baseUrl,
    webhookSecret: keys.RAZORPAY_WEBHOOK_SECRET,
    nodes,
    async untilOthersServe(index, until) {
      const urls = nodePorts.toSpliced(index, 1).map((nodePort) => `http://127.0.0.1:${nodePort}/healthz`)
      const serve = async () => (await Promise.all(urls.map(isOk))).every(Boolean)
      while (!until.aborted && !(await serve())) await sleep(100)
    },
    provider,
    providerUrl,
    async control(called, body) {
      const answer = await ask('POST', `${providerUrl}/sandbox/${called}`, body, { authorization }).catch(
        () => null,
      )
      return answer?.isOk ? (JSON.parse(answer.text) as Record<string, unknown>) : null
    },
    database,
    async loseThePrimary(noticedAfterMs) {
      await primary.kill()
      const killedMs = performance.now()
      await sleep(noticedAfterMs)
      await standby.order('promote', '127.0.0.1', String(primary.port))
      ;[primary, standby] = [standby, primary]
      await pointAt(bouncer, primary)
      return killedMs
    },
    async mendTheLost() {
      await standby.order('standby-of', '127.0.0.1', String(primary.port))
      await standby.start()
      await untilInStep(primary)
    },
    async countReadersOfStandby() {
      const client = new pg.Client(copyUrl)
      await client.connect()
      const { rows } = await client.query<{ readers: number }>(
        `select count(*)::integer as readers from pg_stat_activity
          where application_name = 'cheers-replica' and query not like '%pg_is_in_recovery%'`,
      )
      await client.end()
      return rows[0]?.readers ?? 0
    },
    status: async () => `${await primary.order('status')}; ${await standby.order('status')}`,
    stop: close,
  }
}

async function openMachines(
  root: string,
  programs: string,
  account: Account,
  closing: (() => Promise<unknown>)[],
): Promise<[primary: Machine, standby: Machine]> {
  const [primary, standby] = [
    await openMachine({ name: 'cheers_a', root, programs, account }),
    await openMachine({ name: 'cheers_b', root, programs, account }),
  ]
  closing.push(
    () => primary.stop(),
    () => standby.stop(),
  )
  await primary.init()
  await primary.start()
  await primary.order('alone')
  await standby.order('standby-of', '127.0.0.1', String(primary.port))
  await standby.start()
  await untilInStep(primary)
  return [primary, standby]
}

/** It follows a moment after it has started. */
async function untilInStep(primary: Machine): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await primary.order('in-step')
      return
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(100)
    }
  }
}

async function pointAt(bouncer: PgBouncer, primary: Machine): Promise<void> {
  await run('sh', [POINT_AT, '127.0.0.1', String(primary.port)], {
    env: { ...process.env, DATABASES: bouncer.databasesFile, PGBOUNCER_PID: String(bouncer.pid) },
  })
}
