import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { OPEN_BEYOND_CLOSING, PAID_BEYOND_CLOSING, type PaidBeyond, proveClosings } from './audit-closings.ts'
import {
  KEPT_AFTER_END,
  type KeptCharge,
  type Order,
  ORDERS,
  proveEnds,
  proveOrders,
} from './audit-memberships.ts'
import { CHANGES_SINCE, provePeriods, RUNNING_PERIODS } from './audit-periods.ts'
import { proveCash, proveDisputes, provePayments, provePayouts } from './audit-provider.ts'
import {
  ACCESS_WITHOUT_MONEY,
  AUDIT_SEALS,
  CLOSED_BALANCES,
  DISPUTE_LOSSES,
  DISPUTES,
  EFFECTS_TOO_EARLY,
  ENTRIES,
  type Entry,
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
  attributionBooks,
  ATTRIBUTIONS,
  NOT_ATTRIBUTED,
  proveSettlements,
  type Settlement,
  settlementBooks,
  SETTLEMENT_ITEMS,
  type SettlementItem,
  SETTLEMENTS,
} from './audit-settlements.ts'
import { proveWaiting } from './audit-waiting.ts'
import { readProviderBooks, type ProviderBooks } from './provider-books.ts'
import { findRunningCheers } from './running-database.ts'

/*
 * Proves the books. Reads SQL and the payment provider, and shares no rule with the product: the expected ledger is
 * rebuilt here from payments, refunds, disputes and payouts, and every transaction is compared with it.
 */

type Line = readonly [account: string, creator: string | null, currency: string, amount: number]

function textOf(lines: readonly Line[]): string {
  const real = lines.filter(([, , , amount]) => amount !== 0).map((line) => line.join(' '))
  return real.toSorted().join('; ')
}

/** Both sides of money that moves between two accounts. */
function move(from: string, to: string, currency: string, amount: number): Line[] {
  return [from, to].map((account, side) => [account, null, currency, side === 0 ? amount : -amount])
}

/** Every transaction there should be, by reference. */
function expectedBooks(
  rows: Record<'payments' | 'refunds' | 'disputes' | 'losses' | 'payouts' | 'closedBalances', Row[]>,
) {
  const books = new Map<string, Line[]>()
  const paymentById = new Map(rows.payments.map((row) => [row.id, row]))
  const shares = ({ fee, net }: Row, { creator, currency }: Row, sign: number): Line[] => [
    ['platform_fees', null, currency, sign * fee],
    ['creator_balance', creator, currency, sign * net],
  ]
  for (const row of rows.payments) {
    const { provider, currency, amount } = row
    books.set(`charge:${provider}`, [['provider_clearing', null, currency, amount], ...shares(row, row, -1)])
    const fee = move('provider_fees', 'provider_clearing', row.providerCurrency, row.providerFee)
    if (row.providerFee > 0) books.set(`provider-fee:${provider}`, fee)
  }
  for (const row of rows.refunds) {
    const payment = paymentById.get(row.payment)
    if (!payment) continue
    const { id, amount, provider } = row
    const { currency } = payment
    books.set(`refund:${id}`, [...shares(row, payment, 1), ['refunds_payable', null, currency, -amount]])
    const sent = move('refunds_payable', 'provider_clearing', currency, amount)
    if (provider) books.set(`refund-sent:${id}`, sent)
    // By bank transfer: the amount the provider had accepted came back first.
    const isByBank = row.rail === 'bank'
    const returned = move('provider_clearing', 'refunds_payable', currency, amount)
    if (provider && isByBank) books.set(`refund-returned:${id}`, returned)
    if (isByBank && row.status === 'processed')
      books.set(`refund-paid:${id}`, move('refunds_payable', 'bank', currency, amount))
    const back = provider && !isByBank ? 'provider_clearing' : 'refunds_payable'
    if (row.status === 'failed')
      books.set(`refund-failed:${id}`, [...shares(row, payment, -1), [back, null, currency, amount]])
  }
  for (const row of rows.disputes) {
    const payment = paymentById.get(row.payment)
    if (!payment) continue
    const { id, amount, status } = row
    const { currency } = payment
    books.set(`dispute:${id}`, [...shares(row, payment, 1), ['disputes', null, currency, -amount]])
    const lost = move('disputes', 'provider_clearing', currency, amount)
    const released: Line[] = [['disputes', null, currency, amount], ...shares(row, payment, -1)]
    if (status === 'lost') books.set(`dispute-lost:${id}`, lost)
    else if (status !== 'open') books.set(`dispute-released:${id}`, released)
  }
  for (const { id, payment, amount } of rows.losses) {
    const { currency } = paymentById.get(payment) ?? {}
    if (currency)
      books.set(`dispute-loss:${id}`, move('dispute_losses', 'provider_clearing', currency, amount))
  }
  for (const { id, status, currency, amount, creator, railFee } of rows.payouts) {
    const owed = (sign: number): Line => ['creator_balance', creator, currency, sign * amount]
    const transit = 'payouts_in_transit'
    books.set(`payout:${id}`, [owed(1), [transit, null, currency, -amount]])
    const left = status === 'paid' || status === 'reversed'
    if (left) books.set(`payout-paid:${id}`, move(transit, 'bank', currency, amount))
    if (status === 'failed') books.set(`payout-failed:${id}`, [[transit, null, currency, amount], owed(-1)])
    // The provider's fee: in rupees, and refunded with the money.
    if (railFee > 0) books.set(`payout-fee:${id}`, move('provider_fees', 'bank', 'INR', railFee))
    if (railFee > 0 && status === 'reversed')
      books.set(`payout-fee-returned:${id}`, move('bank', 'provider_fees', 'INR', railFee))
    if (status === 'reversed')
      books.set(`payout-reversed:${id}`, [['bank', null, currency, amount], owed(-1)])
  }
  for (const { id, kind, status, creator, currency, amount } of rows.closedBalances) {
    const owed = (sign: number): Line => ['creator_balance', creator, currency, sign * amount]
    const rest = (account: string, sign: number): Line => [account, null, currency, sign * amount]
    if (kind === 'loss') books.set(`closing-loss:${id}`, [rest('closing_losses', 1), owed(-1)])
    else books.set(`unclaimed:${id}`, [owed(1), rest('unclaimed_balances', -1)])
    if (status === 'paid')
      books.set(`unclaimed-paid:${id}`, [rest('unclaimed_balances', 1), rest('bank', -1)])
    if (status === 'returned')
      books.set(`unclaimed-returned:${id}`, [rest('unclaimed_balances', 1), owed(-1)])
  }
  return books
}

function proveLedger(
  say: Say,
  expected: Map<string, Line[]>,
  transactions: { id: string; reference: string }[],
  entries: Entry[],
): void {
  const entriesOf = Map.groupBy(entries, ({ transaction }) => transaction)
  const booked = new Map(
    transactions.map(({ id, reference }) => {
      const lines = entriesOf.get(id) ?? []
      return [reference, textOf(lines.map((e): Line => [e.account, e.creator, e.currency, e.amount]))]
    }),
  )
  for (const [currency, own] of Map.groupBy(entries, (entry) => entry.currency)) {
    const sum = own.reduce((total, { amount }) => total + amount, 0)
    say(sum === 0, `${currency}: the ledger sums to ${sum}`)
  }
  for (const reference of booked.keys())
    say(expected.has(reference), `${reference}: booked, but nothing accounts for it`)
  for (const [reference, lines] of expected) {
    const [wanted, found] = [textOf(lines), booked.get(reference)]
    say(found === wanted, `${reference}: expected ${wanted}; found ${found ?? 'nothing'}`)
  }
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
  const read = async <Of>(text: string) => (await client.query(text)).rows as Of[]
  const rows = {
    payments: await read<Row>(PAYMENTS),
    refunds: await read<Row>(REFUNDS),
    disputes: await read<Row>(DISPUTES),
    losses: await read<Row>(DISPUTE_LOSSES),
    payouts: await read<Row>(PAYOUTS),
    closedBalances: await read<Row>(CLOSED_BALANCES),
  }
  const transactions = await read<{ id: string; reference: string }>(
    'select id, reference from ledger_transactions',
  )
  const seals = await read<Seal>(SEALS)
  const entries = await read<Entry>(ENTRIES)
  const settlements = await read<Settlement>(SETTLEMENTS)
  const settlementItems = await read<SettlementItem>(SETTLEMENT_ITEMS)
  const attributed = await read<SettlementItem>(ATTRIBUTIONS)
  const expected = new Map([
    ...expectedBooks(rows),
    ...settlementBooks(settlements, settlementItems),
    ...attributionBooks(settlements, attributed),
  ])
  proveLedger(say, expected, transactions, entries)
  proveChain(say, seals, 'ledger')
  proveChain(say, await read<Seal>(AUDIT_SEALS), 'audit log')
  provePublished(say, seals, await read<PublishedSeal>(PUBLISHED_SEALS), 'the database')
  provePublished(say, seals, written, 'DATA_DIR')
  await proveWaiting(say, read)
  if (provider) {
    provePayments(say, provider, rows.payments, rows.refunds)
    const settled = proveSettlements(say, provider, settlements, settlementItems, attributed)
    proveCash(say, provider, { payments: rows.payments, refunds: rows.refunds, settled }, entries)
    provePayouts(say, provider, rows.payouts)
    proveOrders(say, provider, await read<Order>(ORDERS))
    proveDisputes(say, provider, rows)
  }
  provePeriods(say, await read(RUNNING_PERIODS), await read(CHANGES_SINCE))
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
