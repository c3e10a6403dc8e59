import { type Db, many, one, sql } from '#server/platform/db/query.ts'

import { audit } from '#scripts/audit.ts'
import { readSandboxBooks } from '#scripts/provider-books.ts'
import type { ToolDatabase } from '#scripts/tool-database.ts'
import { modelOf } from './model.ts'
import type { Sent } from './sender.ts'
import type { ProviderState, World } from './world.ts'

/** A membership that runs to the end of its paid time, and is not charged again, is over at the provider. */
const standing = sql<string>`case when status = 'active' and cancel_at_period_end then 'canceled' else status end`

/** Our name for a status of the provider, once everything it reported is applied. */
const OURS: Record<string, string> = {
  active: 'active',
  pending: 'past_due',
  halted: 'past_due',
  cancelled: 'canceled',
  completed: 'canceled',
}

/** Compares the database with the provider's, and reports each thing that is proved. */
export async function proveStorm({ db, pool }: ToolDatabase, world: World, sent: Sent): Promise<boolean> {
  const state = await world.state()
  const checks: [what: string, found: unknown, wanted: unknown][] = [
    ['forged deliveries that were accepted', sent.acceptedForgeries, 0],
    [
      'forged events that were stored',
      await count(db, sql`provider_events where event_id like 'evt_forged%'`),
      0,
    ],
    ['events that were lost', await missingEvents(db, world), 0],
    ['events that were stored twice', (await count(db, sql`provider_events`)) - world.events.length, 0],
    ['events that were not applied', await count(db, sql`provider_events where applied_at is null`), 0],
    ...(await paymentChecks(db, state)),
    ['entries that do not sum to zero by currency', await unbalanced(db), []],
    ['memberships that stand otherwise than at the provider', await differing(db, state), []],
    ['memberships that stand otherwise than by the model', await differingFromModel(db, state), []],
    ['what the independent audit finds', await auditProblems(pool, world), []],
  ]
  for (const [what, found, wanted] of checks) {
    const holds = JSON.stringify(found) === JSON.stringify(wanted)
    console.log(`${holds ? '✓' : '✗'} ${what}: ${JSON.stringify(found).slice(0, 500)}`)
  }
  return checks.every(([, found, wanted]) => JSON.stringify(found) === JSON.stringify(wanted))
}

async function count(db: Db, from: ReturnType<typeof sql>): Promise<number> {
  const row = await one(db, sql<{ count: number }>`select count(*)::integer as count from ${from}`)
  return row.count
}

async function missingEvents(db: Db, world: World): Promise<number> {
  const rows = await many(db, sql<{ id: string }>`select event_id as id from provider_events`)
  const stored = new Set(rows.map(({ id }) => id))
  return world.events.filter(({ id }) => !stored.has(id)).length
}

async function paymentChecks(db: Db, state: ProviderState): Promise<[string, unknown, unknown][]> {
  const captured = Object.values(state.payments).filter(
    ({ status, invoiceId }) => status === 'captured' && invoiceId !== null,
  )
  const booked = await many(
    db,
    sql<{
      id: string
      cents: number
      postings: number
    }>`select p.provider_payment_id as id, p.amount_cents as cents,
        (select count(*)::integer from ledger_transactions t
          where t.reference = 'charge:' || p.provider_payment_id) as postings
      from payments p`,
  )
  const byId = new Map(booked.map((payment) => [payment.id, payment]))
  return [
    ['charges of the provider that are not booked', captured.filter(({ id }) => !byId.has(id)).length, 0],
    ['booked charges that the provider does not have', booked.length - captured.length, 0],
    ['charges that are not posted exactly once', booked.filter(({ postings }) => postings !== 1).length, 0],
    [
      'charges booked for another amount',
      captured.filter(({ id, amount }) => byId.has(id) && byId.get(id)?.cents !== amount).length,
      0,
    ],
  ]
}

function unbalanced(db: Db): Promise<unknown[]> {
  return many(
    db,
    sql`select currency, sum(amount_minor)::text as sum from ledger_entries group by currency
      having sum(amount_minor) <> 0`,
  )
}

async function differing(db: Db, state: ProviderState): Promise<unknown[]> {
  const rows = await many(
    db,
    sql<{
      provider: string
      status: string
      paid: number
    }>`select provider_subscription_id as provider, ${standing} as status,
        paid_count as paid from subscriptions`,
  )
  return rows.flatMap((row) => {
    const there = state.subscriptions[row.provider]
    if (there && OURS[there.status] === row.status && there.paidCount === row.paid) return []
    return [{ ...row, there: there && { status: there.status, paid: there.paidCount } }]
  })
}

/** Compared with the billing rules, applied to the whole history once and in order. */
async function differingFromModel(db: Db, state: ProviderState): Promise<unknown[]> {
  const invoicesOf = Map.groupBy(Object.values(state.invoices), ({ subscriptionId }) => subscriptionId)
  const rows = await many(
    db,
    sql<{
      provider: string
      status: string
      accessUntil: Date | null
      paidCount: number
    }>`select provider_subscription_id as provider, ${standing} as status, access_until as "accessUntil",
        paid_count as "paidCount" from subscriptions`,
  )
  return rows.flatMap(({ provider, status, accessUntil, paidCount }) => {
    const there = state.subscriptions[provider]
    const found = { status, accessUntil, paidCount }
    const wanted = there && modelOf(there, invoicesOf.get(provider) ?? [])
    return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [{ provider, found, wanted }]
  })
}

async function auditProblems(pool: ToolDatabase['pool'], world: World): Promise<string[]> {
  const client = await pool.connect()
  try {
    return await audit(client, await readSandboxBooks(world.apiUrl))
  } finally {
    client.release()
  }
}
