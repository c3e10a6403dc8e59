import pg from 'pg'

import { openToolDatabase, type ToolDatabase } from '#scripts/tool-database.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { sealing } from '#server/domains/ledger/sealing.ts'
import { numbering } from '#server/domains/payments/receipts/numbering.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { doEachSecond, startEachSecond } from '#server/platform/jobs/each-second.ts'
import { createLog } from '#server/platform/log.ts'

import { judge, median } from './side-by-side.ts'

/*
 * How many charges a second do the books take: `node lab/bench/charges.ts`. Three nodes' connections write what a charge
 * writes, each to a page of its own: payment, ledger, and the job that follows. In turns, on the same tables: sealed
 * and numbered in the commit, as it was once and as the database still does for whoever doesn't say otherwise;
 * and in batches. A charge is one call, so that the database is measured and not Node. The time in which seals and
 * numbers are given counts, to the last of them. `short`: one short round, and nothing is judged: whether the bench still runs.
 */

const CONNECTIONS = 60
const isShort = process.argv[2] === 'short'
const ROUNDS = isShort ? 1 : 5
const ROUND_MS = isShort ? 500 : 4000
/** At least so many times as many. */
const FLOOR = 4

const CHARGE = `create function bench_charge(subscription uuid, member uuid, page uuid, plan uuid, version uuid,
    is_in_batches boolean) returns void language plpgsql as $$
  declare
    payment text := 'pay_' || gen_random_uuid();
    booked uuid := uuidv7();
  begin
    if is_in_batches then perform set_config('cheers.in_batches', 'on', true); end if;
    insert into payments (id, provider_payment_id, subscription_id, member_id, creator_id, plan_id, kind,
        plan_version_id, plan_name, interval, period_from, period_until, currency, amount_cents, fee_basis_points,
        fee_cents, net_cents, captured_at, created_at)
      values (uuidv7(), payment, subscription, member, page, plan, 'period', version, 'Tipsy', 'monthly', now(),
        now() + interval '30 days', 'USD', 999, 1000, 100, 899, now(), now());
    insert into ledger_transactions (id, reference, occurred_at) values (booked, 'charge:' || payment, uuid_extract_timestamp(booked));
    insert into ledger_entries (transaction_id, account, creator_id, currency, amount_minor) values
      (booked, 'provider_clearing', null, 'USD', 999), (booked, 'platform_fees', null, 'USD', -100),
      (booked, 'creator_balance', page, 'USD', -899);
    insert into jobs (name) values ('bench.nothing');
  end $$`

const log = createLog({ isProduction: false, level: 'fatal' })
const everySecond = [...sealing, ...numbering]

interface Lane {
  client: pg.Client
  values: readonly string[]
}

async function openLane({ db, url }: ToolDatabase): Promise<Lane> {
  const creator = await aCreator(db, (await aUser(db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(db, creator.id, { priceCents: 999 })
  const member = await aUser(db)
  const subscription = await aSubscription(db, member.id, plan)
  const client = new pg.Client(url)
  await client.connect()
  return { client, values: [subscription.id, member.id, creator.id, plan.id, plan.versionId] }
}

/** Charges a second, all of them sealed and numbered. */
async function perSecond(database: ToolDatabase, lanes: readonly Lane[], isInBatches: boolean) {
  const begun = performance.now()
  let done = 0
  const regular = isInBatches ? startEachSecond({ database, log }, everySecond) : null
  await Promise.all(
    lanes.map(async ({ client, values }) => {
      while (performance.now() < begun + ROUND_MS) {
        await client.query({
          name: 'charge',
          text: 'select bench_charge($1, $2, $3, $4, $5, $6)',
          values: [...values, isInBatches],
        })
        done += 1
      }
    }),
  )
  await regular?.stop()
  await doEachSecond({ database }, everySecond)
  return (done / (performance.now() - begun)) * 1000
}

/** Every charge has its place in the chain and its number, without a gap. */
async function prove({ pool }: ToolDatabase): Promise<void> {
  const { rows } = await pool.query<{ faults: number }>(`select ((select count(*) from ledger_breaks())
    + (select count(*) from ledger_unsealed) + (select count(*) from receipts_waiting)
    + (select count(*) from payments) - (select max(number) from receipts))::integer as faults`)
  if (rows[0]?.faults !== 0) throw new Error('A charge is not sealed or not numbered')
}

const database = await openToolDatabase()
try {
  await database.pool.query(CHARGE)
  const lanes: Lane[] = []
  for (let index = 0; index < CONNECTIONS; index += 1) lanes.push(await openLane(database))
  await perSecond(database, lanes, true)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const inCommit = await perSecond(database, lanes, false)
    const inBatches = await perSecond(database, lanes, true)
    ratios.push(inBatches / inCommit)
    console.log(
      `${inBatches.toFixed(0)} charges a second in batches, ${inCommit.toFixed(0)} in the commit: ${(inBatches / inCommit).toFixed(1)} times`,
    )
  }
  await prove(database)
  for (const { client } of lanes) await client.end()
  if (!isShort) judge('charges: in batches / in the commit', median(ratios), FLOOR)
} finally {
  await database.close()
}
