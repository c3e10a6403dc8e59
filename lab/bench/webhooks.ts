import type pg from 'pg'

import { chargedBody, paymentOf, randomId } from '../prove/acknowledge.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { receiveProviderEvent } from '#server/domains/inbox/service.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { applyCharge } from '#server/domains/subscriptions/lifecycle/apply-charge.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import type { Db } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { createLog } from '#server/platform/log.ts'
import { hmacHex } from '#server/platform/secrets.ts'

import { judge, median } from './side-by-side.ts'

/*
 * What a webhook costs that is checked, stored, applied and posted to the ledger, compared with bare SQL: `node
 * lab/bench/webhooks.ts`. Both are measured in turns, over the same tables.
 */

const ROUNDS = 6
const ROUND_MS = 2500
const CONNECTIONS = 4
/** Below this share of the bare transactions, the bench fails. */
const LIMIT = 0.4

const SECRET = 'bench'
/** Not one of our subscriptions; the comparison's bookings name their own. */
const UNKNOWN = 'sub_00000000000000'
const log = createLog({ isProduction: false, level: 'fatal' })

interface Place {
  plan: PlanRow
  subscriptionIds: readonly string[]
  memberIds: readonly string[]
}

/** Everything Cheers does from the bytes of a webhook to the posted charge, each step in its own transaction. */
async function acceptAndPost(db: Db, subscriptionId: string): Promise<void> {
  const now = new Date()
  const paymentId = `pay_${randomId()}`
  const end = Math.floor(now.getTime() / 1000) + 3_000_000
  const rawBody = chargedBody(UNKNOWN, paymentId, end)
  await transactionsOf(db)((transaction) =>
    receiveProviderEvent(transaction, {
      rawBody,
      signature: hmacHex(SECRET, rawBody),
      eventId: `evt_${randomId()}`,
      secrets: { current: SECRET, previous: null },
      now,
    }),
  )
  const payment = paymentOf(paymentId, end)
  await transactionsOf(db)((transaction) =>
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
  const reference = `charge:pay_${randomId()}`
  await client.query('begin')
  await client.query(
    `insert into provider_events (id, event_id, name, subject, body, received_at) values (uuidv7(), $1, 'subscription.charged', 'event:' || $1, $2, now())`,
    [`evt_${randomId()}`, chargedBody(UNKNOWN, 'pay_0', 1)],
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
    `insert into ledger_transactions (id, reference, occurred_at)
      select id, $1, uuid_extract_timestamp(id) from (select uuidv7() as id offset 0) booked
      returning id, set_config('cheers.in_batches', 'on', true)`,
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

const database = await openToolDatabase()
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
  judge('webhook posted: Cheers / SQL', median(shares), LIMIT)
} finally {
  await database.close()
}
