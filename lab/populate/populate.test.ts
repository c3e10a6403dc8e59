import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import { audit } from '#scripts/audit.ts'
import { readFigures } from './options.ts'
import { populate } from './populate.ts'
import { shapeOf } from './shape.ts'

import { aPayment } from '#server/domains/payments/testing.ts'
import { openAuditClient } from '#server/testing/audited.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const FIGURES = { creators: 300, posts: 2000, subscriptions: 2000, seed: 1, now: new Date() }

let app: TestApp
let client: pg.Client
let connection: pg.ClientConfig
/** Indexes and constraints before anything was filled. */
let keysBefore: string[]

beforeAll(async () => {
  app = await startTestApp()
  client = await openAuditClient(app)
  connection = { ...app.platform.database.pool.options, types: pg.types }
  keysBefore = await listKeys()
  await populate(connection, FIGURES, () => undefined)
})
afterAll(async () => {
  await client.end()
  await app.close()
})

async function listKeys(): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select indexdef as key from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      order by 1`,
  )
  return rows.map(({ key }) => key)
}

async function numbers(statement: string): Promise<number[]> {
  const { rows } = await client.query<{ number: string }>(statement)
  return rows.map(({ number }) => Number(number))
}

test('the books hold: ledger, seals, periods and receipts', async () => {
  expect(await audit(client, null)).toEqual([])
  expect(await numbers('select count(*) as number from ledger_breaks()')).toEqual([0])
})

test('every index and constraint is there as before', async () => {
  expect(keysBefore.length).toBeGreaterThan(500)
  expect(await listKeys()).toEqual(keysBefore)
})

test('balances are those that the product counts', async () => {
  const kept = async () => [
    (await client.query('select * from balance_days order by creator_id, currency, day')).rows,
    (await client.query('select * from balance_totals order by account, currency')).rows,
    (await client.query('select position from balances_counted')).rows,
  ]
  const written = await kept()
  expect(written.map((rows) => rows.length > 0)).toEqual([true, true, true])
  await client.query('begin')
  await client.query('delete from balance_days')
  await client.query('delete from balance_totals')
  await client.query('update balances_counted set position = 0')
  await client.query('select balances_count(2000000000)')
  expect(await kept()).toEqual(written)
  await client.query('rollback')
})

test('there is as much as was asked for', async () => {
  for (const name of ['creators', 'posts', 'subscriptions'] as const)
    expect(await numbers(`select count(*) as number from ${name}`)).toEqual([FIGURES[name]])
  for (const name of [
    'messages',
    'conversations',
    'notifications',
    'events',
    'receipts',
    'realtime_events',
    'media',
  ])
    expect((await numbers(`select count(*) as number from ${name}`))[0], name).toBeGreaterThan(50)
  for (const name of ['refunds', 'payouts', 'polls', 'poll_votes'])
    expect((await numbers(`select count(*) as number from ${name}`))[0], name).toBeGreaterThan(5)
})

test('it is as uneven as in life', async () => {
  const [largest = 0, second = 0] = await numbers(`select count(*) as number from subscriptions
    where status = 'active' group by creator_id order by 1 desc limit 2`)
  expect(largest).toBeGreaterThan(FIGURES.subscriptions / 40 - 20)
  expect(largest).toBeLessThan(FIGURES.subscriptions / 40 + 20)
  expect(second).toBeLessThan(largest * 0.8)
  const [few = 0] = await numbers(`select percentile_disc(0.5) within group (order by count) as number from (
    select count(s.id) from creators c left join subscriptions s on s.creator_id = c.id group by c.id) pages`)
  expect(few).toBeLessThan(largest / 8)
  const [pages = 0, atOnce = 0] = await numbers(`select count(*) as number from subscriptions
    group by member_id order by 1 desc limit 2`)
  expect(pages).toBeLessThan(20)
  expect(atOnce).toBeGreaterThan(1)
  expect(shapeOf({ ...FIGURES, creators: 100_000, subscriptions: 2_000_000 }).busiest).toBe(200)
})

test('nothing refers to what is not there, and what is derived is what the product derives', async () => {
  const { rows } = await client.query<{
    of: string
    is: string
    its: string[]
    keys: string[]
    name: string
  }>(
    `select c.conrelid::regclass::text as of, c.confrelid::regclass::text as is, c.conname as name,
        array(select attname::text from unnest(c.conkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = number order by place) as keys,
        array(select attname::text from unnest(c.confkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = number order by place) as its
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(100)
  for (const { of, is, its, keys, name } of rows) {
    const same = keys.map((key, place) => `o.${its[place]} = r.${key}`).join(' and ')
    const isSet = keys.map((key) => `r.${key} is not null`).join(' and ')
    const orphans = `select count(*) as number from ${of} r
      where ${isSet} and not exists (select from ${is} o where ${same})`
    expect(await numbers(orphans), name).toEqual([0])
  }
  const before = await client.query('select * from post_search order by post_id')
  await client.query('begin')
  await client.query('select keep_post_search(p) from posts p')
  expect((await client.query('select * from post_search order by post_id')).rows).toEqual(before.rows)
  await client.query('rollback')
  const { rows: counted } = await client.query(
    'select creator_id, audience_id, state, is_out, sum(posts)::bigint as posts from post_counts group by 1, 2, 3, 4 order by 1, 2, 3',
  )
  const { rows: published } =
    await client.query(`select creator_id, audience_id, state, post_is_published(p) as is_out, count(*) as posts from posts p
    where deleted_at is null group by 1, 2, 3, 4 order by 1, 2, 3`)
  expect(counted).toEqual(published)
  for (const [kept, there] of [
    [
      'select creator_id, status, cancel_at_period_end, sum(members)::bigint as count from member_counts',
      `select creator_id, status, cancel_at_period_end, count(*) from subscriptions
        where access_until is not null and not has_newer`,
    ],
    [
      'select creator_id, plan_id, null, sum(payers)::bigint as count from payer_counts',
      "select creator_id, plan_id, null, count(*) from subscriptions where status in ('active', 'past_due')",
    ],
    [
      'select creator_id, null, null, sum(followers)::bigint as count from follower_counts',
      'select creator_id, null, null, count(*) from follows',
    ],
  ])
    expect((await client.query(`${kept} group by 1, 2, 3 order by 1, 2, 3`)).rows).toEqual(
      (await client.query(`${there} group by 1, 2, 3 order by 1, 2, 3`)).rows,
    )
  expect(
    await numbers(`select count(*) as number from refunds r join payments p on p.id = r.payment_id
      where r.creator_id is distinct from p.creator_id`),
  ).toEqual([0])
})

test('the product goes on from there', async () => {
  const { body } = await app.call(getPostsByPageHandle, { pageHandle: 'page-1', limit: 20 })
  expect(body).toHaveLength(20)
  const { rows } = await client.query(`select s.id as "subscriptionId", s.member_id as "memberId",
      jsonb_build_object('id', s.plan_id, 'creatorId', s.creator_id, 'versionId', s.plan_version_id,
        'currency', s.currency) as plan
    from subscriptions s where s.currency = 'USD' and s.status = 'canceled' limit 1`)
  const [counted = 0] = await numbers('select count(*) as number from receipts')
  await aPayment(app.db, rows[0] as Parameters<typeof aPayment>[1])
  expect(await numbers('select count(*) as number from receipts')).toEqual([counted + 1])
  await app.drain()
  expect(await numbers('select count(*) as number from ledger_breaks()')).toEqual([0])
})

test('a database that is not empty is left alone', async () => {
  await expect(populate(connection, FIGURES, () => undefined)).rejects.toThrow('This database is not empty')
  expect(await numbers('select count(*) as number from creators')).toEqual([FIGURES.creators])
})

test('so is one without accounts in which something was left', async () => {
  const left = await startTestApp()
  try {
    await left.platform.database.pool.query(
      `insert into events (id, name, payload, occurred_at) values (gen_random_uuid(), 'payment.captured', '{}', now())`,
    )
    const own = { ...left.platform.database.pool.options, types: pg.types }
    await expect(populate(own, FIGURES, () => undefined)).rejects.toThrow('This database is not empty')
    const { rows } = await left.platform.database.pool.query('select name from events')
    expect(rows).toEqual([{ name: 'payment.captured' }])
  } finally {
    await left.close()
  }
})

test('figures are whole and large enough', () => {
  expect(readFigures(['--creators', '100', '--seed', '7'])).toMatchObject({ creators: 100, seed: 7 })
  expect(() => readFigures(['--posts', '1.5'])).toThrow('--posts is a whole number from 1')
  expect(() => readFigures(['--creators', '3'])).toThrow('--creators is a whole number from 50')
})
