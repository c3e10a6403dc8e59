import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

import { audit } from '#scripts/audit.ts'
import { readSandboxBooks } from '#scripts/provider-books.ts'
import type { Cluster } from './cluster.ts'
import type { Charge, Joined } from './load.ts'

/* What has to be true once everything is up again. */

/** How long nothing may get less before we take it that nothing will; and how long all of it may take. */
const STUCK_MS = 60_000
const DRAIN_MAX_MS = 900_000
/** What is sealed or numbered a moment later is no problem. */
const AUDITS_MAX = 5

export const problems: string[] = []

export function say(text: string, isRight: boolean, figure: string): void {
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${text}: ${figure}`)
  if (!isRight) problems.push(text)
}

/** Waits until nothing is due, or what is left gets no less. */
export async function proveDrained(db: Db): Promise<void> {
  const beganMs = performance.now()
  // What failed while something was away waits longer and longer; we skip that time.
  await run(db, sql`update jobs set run_at = now() where locked_until is null and attempts > 0`)
  const count = () =>
    one(
      db,
      sql<{ waiting: number }>`select (select count(*) from provider_events where applied_at is null)::integer
        + (select count(*) from jobs where attempts < max_attempts
            and (run_at <= now() + interval '2 seconds' or attempts > 0))::integer as waiting`,
    )
  let { waiting } = await count()
  let least = { waiting, atMs: beganMs }
  const goesOn = () => performance.now() - least.atMs < STUCK_MS && performance.now() - beganMs < DRAIN_MAX_MS
  while (waiting > 0 && goesOn()) {
    await sleep(500)
    waiting = (await count()).waiting
    if (waiting < least.waiting) least = { waiting, atMs: performance.now() }
  }
  const took = `${((performance.now() - beganMs) / 1000).toFixed(0)} s`
  const left = waiting > 0 ? await describeLeft(db) : ''
  say('everything that waited was done', waiting === 0, `${waiting} left after ${took}${left}`)
}

async function describeLeft(db: Db): Promise<string> {
  const rows = await many(
    db,
    sql<{ name: string; jobs: number; taken: number; takers: string | null; error: string | null }>`
      select j.name, count(*)::integer as jobs, count(j.locked_until)::integer as taken,
        string_agg(distinct left(j.lease::text, 12), ', ') as takers, max(left(j.last_error, 200)) as error
      from jobs j where j.attempts < j.max_attempts and (j.run_at <= now() or j.attempts > 0)
      group by 1 order by 2 desc limit 8`,
  )
  return rows
    .map(
      ({ name, jobs, taken, takers, error }) =>
        `\n       ${jobs} × ${name}, ${taken} taken by ${takers ?? 'nobody'}: ${error ?? ''}`,
    )
    .join('')
}

export async function proveCharges(
  db: Db,
  count: number,
  charges: readonly Charge[],
  joined: readonly Joined[],
): Promise<void> {
  const ids = charges.map(({ paymentId }) => paymentId)
  const booked = await one(
    db,
    sql<{ payments: number; once: number; entries: number; uneven: number }>`select
        count(*)::integer as payments,
        count(distinct p.provider_payment_id)::integer as once,
        (select count(*) from ledger_transactions t where t.reference = any (array_agg('charge:' || p.provider_payment_id)))::integer as entries,
        (select count(*) from (select from ledger_entries group by currency having sum(amount_minor) <> 0) u)::integer as uneven
      from payments p where p.provider_payment_id = any(${ids})`,
  )
  const repeated = charges.filter(({ attempts }) => attempts > 1).length
  say(
    'every acknowledged payment is there, none twice',
    charges.length === count &&
      booked.payments === count &&
      booked.once === count &&
      booked.entries === count &&
      booked.uneven === 0,
    `${charges.length} acknowledged (${repeated} sent more than once), ${booked.payments} booked, ${booked.entries} in the ledger`,
  )
  const { all } = await one(db, sql<{ all: number }>`select count(*)::integer as all from payments`)
  say(
    'and no other',
    all >= count + joined.length,
    `${all} payments, ${all - count} of them by people who joined`,
  )
}

export async function proveJoined(
  cluster: Pick<Cluster, 'database' | 'providerUrl'>,
  joined: readonly Joined[],
  charges: readonly Charge[],
): Promise<void> {
  const { members } = await one(
    cluster.database.db,
    sql<{ members: number }>`select count(distinct s.member_id)::integer as members from subscriptions s
      join payments p on p.subscription_id = s.id
      where s.member_id = any(${joined.map(({ userId }) => userId)}::uuid[]) and s.status = 'active'`,
  )
  say(
    'whoever joined and paid is a member',
    members === joined.length,
    `${joined.length} joined, ${members} members`,
  )
  // The provider's books, and what we said in its name.
  const books = await readSandboxBooks(cluster.providerUrl)
  books.payments.push(
    ...charges.map(({ paymentId }) => ({
      id: paymentId,
      amount: 999,
      currency: 'USD',
      captured: true,
      refunded: 0,
      fee: null,
      feeCurrency: 'INR',
    })),
  )
  const { password: _, ...options } = cluster.database.pool.options
  const client = new pg.Client({ ...options, types: pg.types })
  await client.connect()
  let found = await audit(client, books)
  for (let attempt = 1; found.length > 0 && attempt < AUDITS_MAX; attempt += 1) {
    await sleep(2000)
    found = await audit(client, books)
  }
  await client.end()
  say(
    'the audit finds nothing',
    found.length === 0,
    found.slice(0, 3).join('; ') || 'books and provider agree',
  )
}

export async function proveSignedUp(
  db: Db,
  emails: readonly string[],
  arrived: readonly string[],
): Promise<void> {
  const rows = await many(
    db,
    sql<{ email: string }>`select email from users where email = any(${emails as string[]})`,
  )
  const counts = emails.map((email) => arrived.filter((to) => to === email).length)
  say(
    'whoever was told that they signed up has an account and a mail',
    rows.length === emails.length && counts.every((count) => count >= 1),
    `${emails.length} people, ${rows.length} accounts, ${counts.filter((count) => count === 0).length} without a mail, ${counts.filter((count) => count > 1).length} with two`,
  )
}
