import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { openToolDatabase, type ToolDatabase } from '#scripts/tool-database.ts'
import { buildApp } from '#server/app.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { receiveProviderEvent } from '#server/domains/payments/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { applyCharge } from '#server/domains/subscriptions/apply.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { openOutside } from '#server/embedded.ts'
import { createMovableClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/query.ts'
import { createLimits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { createLog } from '#server/platform/log.ts'
import { hmacHex } from '#server/platform/secrets.ts'

/*
 * Two questions: `node bench/webhooks.ts`.
 * How much of the bare SQL does a webhook cost that is checked, stored, applied and posted to the ledger? Both are
 * measured in turns in the same run, over the same tables.
 * How soon is a webhook acknowledged at 200 a second while no job is worked on?
 */

const ROUNDS = 6
const ROUND_MS = 2500
const CONNECTIONS = 4
/** Below this share of the bare transactions, the bench fails. */
const LIMIT = 0.4

const RATE_PER_SECOND = 200
const ACK_SECONDS = 15
const WARM_UP_SECONDS = 5
const ACK_P99_MS = 250
const ACK_MAX_MS = 5000

const SECRET = 'bench'
const log = createLog({ isProduction: false, level: 'fatal' })

interface Place {
  plan: PlanRow
  subscriptionIds: readonly string[]
  memberIds: readonly string[]
}

const id14 = () => randomBytes(7).toString('hex')

function chargedBody(paymentId: string, end: number): Buffer {
  const subscription = {
    id: 'sub_00000000000000',
    plan_id: 'plan_0',
    status: 'active',
    current_end: end,
    paid_count: 2,
  }
  const payment = { id: paymentId, amount: 999, currency: 'USD', status: 'captured', created_at: end - 100 }
  return Buffer.from(
    JSON.stringify({
      entity: 'event',
      event: 'subscription.charged',
      payload: { subscription: { entity: subscription }, payment: { entity: payment } },
    }),
  )
}

/** Everything Cheers does from the bytes of a webhook to the posted charge, each step in its own transaction. */
async function acceptAndPost(db: Db, subscriptionId: string): Promise<void> {
  const now = new Date()
  const paymentId = `pay_${id14()}`
  const end = Math.floor(now.getTime() / 1000) + 3_000_000
  const rawBody = chargedBody(paymentId, end)
  await db.transaction().execute((transaction) =>
    receiveProviderEvent(transaction, {
      rawBody,
      signature: hmacHex(SECRET, rawBody),
      eventId: `evt_${id14()}`,
      secrets: { current: SECRET, previous: null },
      now,
    }),
  )
  const payment = { id: paymentId, amount: 999, currency: 'USD', status: 'captured', created_at: end - 100 }
  await db
    .transaction()
    .execute((transaction) =>
      applyCharge(
        transaction,
        subscriptionId,
        { payment, from: null, until: new Date(end * 1000), paidCount: 2, isOfCurrent: true },
        { now, log },
      ),
    )
}

/** The same rows by SQL alone, in the same two transactions: event, payment, ledger, access. */
async function bare(client: pg.PoolClient, place: Place, index: number): Promise<void> {
  const subscriptionId = place.subscriptionIds[index]
  const memberId = place.memberIds[index]
  const reference = `charge:pay_${id14()}`
  await client.query('begin')
  await client.query(
    `insert into provider_events (id, event_id, name, body, received_at) values (uuidv7(), $1, 'subscription.charged', $2, now())`,
    [`evt_${id14()}`, chargedBody('pay_0', 1)],
  )
  await client.query('commit')
  await client.query('begin')
  await client.query(`select id from subscriptions where id = $1 for update`, [subscriptionId])
  await client.query(
    `insert into payments (id, provider_payment_id, subscription_id, member_id, creator_id, plan_id, kind,
        plan_version_id, plan_name, interval, period_from, period_until, currency, amount_cents, fee_basis_points,
        fee_cents, net_cents, captured_at, created_at)
      values (uuidv7(), $1, $2, $3, $4, $5, 'period', $6, 'Tipsy', 'monthly', now(), now() + interval '30 days', 'USD',
        999, 1000, 100, 899, now(), now())`,
    [reference.slice(7), subscriptionId, memberId, place.plan.creatorId, place.plan.id, place.plan.versionId],
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into ledger_transactions (id, reference, occurred_at) values (uuidv7(), $1, now()) returning id`,
    [reference],
  )
  await client.query(
    `insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor) values
      ($1, 'provider_clearing', null, 'USD', 999), ($1, 'platform_fees', null, 'USD', -100),
      ($1, 'creator_balance', $2, 'USD', -899)`,
    [rows[0]?.id, place.plan.creatorId],
  )
  await client.query(`update subscriptions set access_until = now() + interval '30 days' where id = $1`, [
    subscriptionId,
  ])
  await client.query('commit')
}

async function perSecond(work: (lane: number) => Promise<void>): Promise<number> {
  const endAt = performance.now() + ROUND_MS
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, lane) => {
      while (performance.now() < endAt) {
        await work(lane)
        done += 1
      }
    }),
  )
  return (done / ROUND_MS) * 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0
}

async function makePlace(db: Db): Promise<Place> {
  const creator = await aCreator(db, (await aUser(db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(db, creator.id, { priceCents: 999 })
  const memberIds: string[] = []
  const subscriptionIds: string[] = []
  for (let lane = 0; lane < CONNECTIONS; lane += 1) {
    const member = await aUser(db)
    memberIds.push(member.id)
    subscriptionIds.push((await aSubscription(db, member.id, plan)).id)
  }
  return { plan, memberIds, subscriptionIds }
}

/** The product over HTTP, without the worker that applies what is stored. */
async function serveWithoutWorker(database: ToolDatabase, dataDir: string) {
  const config = readConfig({ PORT: '3551', DATA_DIR: dataDir })
  const clock = createMovableClock()
  const secretKey = 'a secret key for the bench only, 32+'
  const outside = await openOutside(config, secretKey, clock)
  const platform: Platform = {
    config,
    database,
    clock,
    mailer: outside.mailer,
    razorpay: outside.razorpay,
    oidc: outside.oidc,
    storage: await openStorage(config),
    limits: createLimits(database.pool),
    log,
    secretKey,
  }
  const { app } = await buildApp(platform)
  await app.listen({ host: '127.0.0.1', port: config.port })
  return {
    url: `http://127.0.0.1:${config.port}/api/razorpay/webhook`,
    secret: platform.razorpay.webhookSecrets.current,
    async close() {
      await app.close()
      await outside.close()
    },
  }
}

/** Acknowledgements at a steady rate, each timed from when it was due: a server that lags is not let off. */
async function acknowledge(url: string, secret: string, seconds: number): Promise<number[]> {
  const times: number[] = []
  const startedMs = performance.now()
  const waiting: Promise<void>[] = []
  async function send(dueMs: number): Promise<void> {
    const body = chargedBody(`pay_${id14()}`, 1)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': hmacHex(secret, body),
        'x-razorpay-event-id': `evt_${id14()}`,
      },
      body,
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A webhook was answered with ${response.status}`)
    times.push(performance.now() - dueMs)
  }
  for (let index = 0; index < RATE_PER_SECOND * seconds; index += 1) {
    const dueMs = startedMs + (index * 1000) / RATE_PER_SECOND
    const early = dueMs - performance.now()
    if (early > 1) await sleep(early)
    waiting.push(send(dueMs))
  }
  await Promise.all(waiting)
  return times
}

const database = await openToolDatabase()
let holds: boolean
try {
  const place = await makePlace(database.db)
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => database.pool.connect()))
  const shares: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const sql = await perSecond(async (lane) => {
      const client = clients[lane]
      if (client) await bare(client, place, lane)
    })
    const cheers = await perSecond((lane) => acceptAndPost(database.db, place.subscriptionIds[lane] ?? ''))
    shares.push(cheers / sql)
    console.log(
      `${cheers.toFixed(0)} a second, bare SQL ${sql.toFixed(0)}: ${((cheers / sql) * 100).toFixed(0)} %`,
    )
  }
  for (const client of clients) client.release()
  const share = median(shares)
  console.log(
    `Accepted and posted at ${(share * 100).toFixed(0)} % of the bare SQL; at least ${LIMIT * 100} % is asked.`,
  )
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-bench-'))
  const server = await serveWithoutWorker(database, dataDir)
  await acknowledge(server.url, server.secret, WARM_UP_SECONDS)
  const times = await acknowledge(server.url, server.secret, ACK_SECONDS)
  await server.close()
  await fs.rm(dataDir, { recursive: true, force: true })
  const [p99, max] = [percentile(times, 0.99), Math.max(...times)]
  console.log(
    `${times.length} webhooks at ${RATE_PER_SECOND} a second, no worker: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(0)} ms.`,
  )
  holds = share >= LIMIT && p99 < ACK_P99_MS && max < ACK_MAX_MS
} finally {
  await database.close()
}
process.exit(holds ? 0 : 1)
