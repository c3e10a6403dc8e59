import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { inBatches, type ReadRows, readWith } from './audit-batches.ts'
import { expectedBooks } from './audit-books.ts'
import { OPEN_BEYOND_CLOSING, PAID_BEYOND_CLOSING, type PaidBeyond, proveClosings } from './audit-closings.ts'
import { proveDays } from './audit-days.ts'
import { proveLedger } from './audit-ledger.ts'
import {
  KEPT_AFTER_END,
  type KeptCharge,
  type Order,
  ORDERS,
  proveEnds,
  proveOrders,
} from './audit-memberships.ts'
import { proveMoments } from './audit-moments.ts'
import { provePeriods } from './audit-periods.ts'
import { proveNextCharges, provePrices } from './audit-prices.ts'
import { proveCash, proveDisputes, provePayments, provePayouts } from './audit-provider.ts'
import {
  ACCESS_WITHOUT_MONEY,
  AUDIT_SEALS,
  BACK_BEYOND,
  DISPUTE_LOSSES,
  DISPUTES,
  EFFECTS_TOO_EARLY,
  type Held,
  HELD_BY_PROVIDER,
  MONEY_WITHOUT_ACCESS,
  PAYMENTS,
  PAYOUTS,
  REFUNDS,
  type Row,
  type Say,
  type Seal,
  SEALS,
  PUBLISHED_SEALS,
  type PublishedSeal,
} from './audit-queries.ts'
import { proveChain, provePublished, readSealFile } from './audit-seals.ts'
import {
  ATTRIBUTIONS,
  NOT_ATTRIBUTED,
  proveSettlements,
  type Settlement,
  SETTLEMENT_ITEMS,
  type SettlementItem,
  SETTLEMENTS,
} from './audit-settlements.ts'
import { proveWaiting } from './audit-waiting.ts'
import { readProviderBooks, type ProviderBooks } from './provider-books.ts'
import { findRunningCheers } from './running-database.ts'

/*
 * Proves the books. Reads SQL and the payment provider, and shares no rule with the product: the expected ledger is
 * rebuilt from payments, refunds, disputes and payouts (audit-books.ts), and every transaction is compared with it. Our own
 * books are read in batches, however many there are; the provider's, and ours beside them, are held in memory.
 */

/** Ours and the provider's side by side, all of both in memory. */
async function proveProvider(say: Say, read: ReadRows, provider: ProviderBooks): Promise<void> {
  const rows = {
    payments: await read<Row>(PAYMENTS),
    refunds: await read<Row>(REFUNDS),
    disputes: await read<Row>(DISPUTES),
    losses: await read<Row>(DISPUTE_LOSSES),
  }
  const items = await read<SettlementItem>(SETTLEMENT_ITEMS)
  const attributed = await read<SettlementItem>(ATTRIBUTIONS)
  provePayments(say, provider, rows.payments, rows.refunds)
  const settled = proveSettlements(say, provider, await read<Settlement>(SETTLEMENTS), items, attributed)
  const held = await read<Held>(HELD_BY_PROVIDER)
  proveCash(say, provider, { payments: rows.payments, refunds: rows.refunds, settled }, held)
  provePayouts(say, provider, await read<Row>(PAYOUTS))
  proveOrders(say, provider, await read<Order>(ORDERS))
  proveDisputes(say, provider, rows)
  await proveNextCharges(say, provider, read)
}

/**
 * Every problem found, as sentences; none: the books are proved. `provider`: null, where it isn't asked. `written` are the
 * seals that left the database.
 */
export async function audit(
  client: pg.ClientBase,
  provider: ProviderBooks | null,
  written: PublishedSeal[] = [],
): Promise<string[]> {
  const problems: string[] = []
  const say: Say = (holds, problem) => void (holds || problems.push(problem))
  const read = readWith(client)
  await proveLedger(say, read, expectedBooks(read))
  const published = await read<PublishedSeal>(PUBLISHED_SEALS)
  const told = new Set([...published, ...written].map(({ position }) => position))
  const seals = await proveChain(say, inBatches<Seal>(read, SEALS), 'ledger', told)
  await proveChain(say, inBatches<Seal>(read, AUDIT_SEALS), 'audit log')
  provePublished(say, seals, published, 'the database')
  provePublished(say, seals, written, 'DATA_DIR')
  await proveWaiting(say, read)
  await proveDays(say, read)
  await proveMoments(say, read)
  if (provider) await proveProvider(say, read, provider)
  await provePeriods(say, read)
  await provePrices(say, read)
  proveClosings(say, await read(OPEN_BEYOND_CLOSING), await read<PaidBeyond>(PAID_BEYOND_CLOSING))
  proveEnds(say, await read<KeptCharge>(KEPT_AFTER_END))
  for (const { id } of await read<{ id: string }>(NOT_ATTRIBUTED))
    say(false, `payment ${id}: settled, but still booked as a difference`)
  const wrongly = [
    [ACCESS_WITHOUT_MONEY, 'open, though everything paid for it went back'],
    [MONEY_WITHOUT_ACCESS, 'closed, but the money for it has not gone back'],
  ] as const
  for (const [query, problem] of wrongly)
    for (const { id } of await read<{ id: string }>(query)) say(false, `subscription ${id}: ${problem}`)
  for (const { provider: id, amount } of await read<Pick<Row, 'provider' | 'amount'>>(BACK_BEYOND))
    say(false, `payment ${id}: ${amount} more than it went back by refunds and losses, or is about to`)
  for (const { id } of await read<{ id: string }>(EFFECTS_TOO_EARLY))
    say(false, `refund ${id}: it took effect before the money was on its way, or not when it was`)
  const gaps = await read(`select year from receipts group by year having max(number) <> count(*)`)
  say(gaps.length === 0, 'the receipts have a gap')
  return problems
}

/**
 * Looks again while problems are found, and returns those found every time: our books and the provider's can't be read
 * at the same moment, and what one of them has yet to tell the other is no problem.
 */
export async function findLasting(
  look: () => Promise<string[]>,
  { looks, pauseMs }: { looks: number; pauseMs: number },
): Promise<string[]> {
  let problems = await look()
  for (let left = looks - 1; left > 0 && problems.length > 0; left -= 1) {
    await setTimeout(pauseMs)
    const again = new Set(await look())
    problems = problems.filter((problem) => again.has(problem))
  }
  return problems
}

/** One look at the books of a running Cheers; `isOurs`: without those of the provider. */
export async function lookOnce(
  { config, connection }: Awaited<ReturnType<typeof findRunningCheers>>,
  { isOurs = false }: { isOurs?: boolean } = {},
) {
  const written = readSealFile(config.dataDir)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only; select 1')
    return await audit(client, isOurs ? null : await readProviderBooks(config), written)
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { ours: { type: 'boolean', default: false } } })
  const cheers = await findRunningCheers()
  const problems = await findLasting(() => lookOnce(cheers, { isOurs: values.ours }), {
    looks: 3,
    pauseMs: 5000,
  })
  console.log(problems.length === 0 ? 'The books are proved.' : problems.join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
}
