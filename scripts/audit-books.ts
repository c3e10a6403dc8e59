import { inBatches, ofThese, type ReadRows } from './audit-batches.ts'
import {
  type Books,
  CLOSED_BALANCES,
  DISPUTE_CHANGES,
  DISPUTE_LOSSES,
  DISPUTES,
  type Line,
  PAYMENTS,
  PAYOUTS,
  REFUNDS,
  type Row,
} from './audit-queries.ts'
import {
  attributionBooks,
  ATTRIBUTIONS,
  type Settlement,
  settlementBooks,
  SETTLEMENT_ITEMS,
  type SettlementItem,
  SETTLEMENTS,
} from './audit-settlements.ts'

/* The ledger as it should be, rebuilt from payments, refunds, disputes, payouts and settlements, a part at a time. */

/** Both sides of money that moves between two accounts. */
function move(from: string, to: string, currency: string, amount: number): Line[] {
  return [from, to].map((account, side) => [account, null, currency, side === 0 ? amount : -amount])
}

/** What payments, and what was taken back of them, should have booked, by reference. */
function booksOfPayments(
  rows: Record<'payments' | 'refunds' | 'disputes' | 'changes' | 'losses', Row[]>,
): Books {
  const books: Books = new Map()
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
    const held = rows.changes.filter(({ dispute, isOfLoss }) => dispute === id && !isOfLoss)
    const less = (part: 'amount' | 'fee' | 'net') =>
      held.reduce((left, change) => left - change[part], row[part])
    const first = { ...row, amount: less('amount'), fee: less('fee'), net: less('net') }
    if (first.amount !== 0)
      books.set(`dispute:${id}`, [...shares(first, payment, 1), ['disputes', null, currency, -first.amount]])
    if (amount === 0) continue
    const lost = move('disputes', 'provider_clearing', currency, amount)
    const released: Line[] = [['disputes', null, currency, amount], ...shares(row, payment, -1)]
    if (status === 'lost') books.set(`dispute-lost:${id}`, lost)
    else if (status !== 'open') books.set(`dispute-released:${id}`, released)
  }
  for (const row of rows.changes) {
    const payment = paymentById.get(row.payment)
    if (!payment) continue
    const { id, dispute, amount, isOfLoss } = row
    const account = isOfLoss ? 'dispute_losses' : 'disputes'
    const kind = amount < 0 ? 'dispute-released' : 'dispute'
    books.set(`${kind}:${dispute}:${id}`, [
      ...shares(row, payment, 1),
      [account, null, payment.currency, -amount],
    ])
  }
  for (const { id, payment, amount } of rows.losses) {
    const { currency } = paymentById.get(payment) ?? {}
    if (currency)
      books.set(`dispute-loss:${id}`, move('dispute_losses', 'provider_clearing', currency, amount))
  }
  return books
}

function booksOfPayouts(payouts: Row[]): Books {
  const books: Books = new Map()
  for (const { id, status, currency, amount, creator, railFee, railAmount, exchanged } of payouts) {
    const owed = (sign: number): Line => ['creator_balance', creator, currency, sign * amount]
    const transit = 'payouts_in_transit'
    books.set(`payout:${id}`, [owed(1), [transit, null, currency, -amount]])
    const left = status === 'paid' || status === 'reversed'
    // Dollars that leave as rupees: for what they were worth by then, the rest being the difference of the rates.
    const bank: Line[] = exchanged
      ? [
          ['bank', null, 'INR', -railAmount],
          ['exchange_differences', null, 'INR', railAmount - exchanged],
          ['exchange', null, 'INR', exchanged],
          ['exchange', null, currency, -amount],
        ]
      : [['bank', null, currency, -amount]]
    if (left) books.set(`payout-paid:${id}`, [[transit, null, currency, amount], ...bank])
    if (status === 'failed') books.set(`payout-failed:${id}`, [[transit, null, currency, amount], owed(-1)])
    // The provider's fee: in rupees, and refunded with the money.
    if (railFee > 0) books.set(`payout-fee:${id}`, move('provider_fees', 'bank', 'INR', railFee))
    if (railFee > 0 && status === 'reversed')
      books.set(`payout-fee-returned:${id}`, move('bank', 'provider_fees', 'INR', railFee))
    if (status === 'reversed')
      books.set(`payout-reversed:${id}`, [
        owed(-1),
        ...bank.map(([account, of, each, minor]): Line => [account, of, each, -minor]),
      ])
  }
  return books
}

function booksOfClosedBalances(closedBalances: Row[]): Books {
  const books: Books = new Map()
  for (const { id, kind, status, creator, currency, amount } of closedBalances) {
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

/** Each has thousands of lines. */
const SETTLEMENTS_AT_ONCE = 20

/** Everything that should be booked, in parts that fit into memory; no reference is in two of them. */
export async function* expectedBooks(read: ReadRows): AsyncGenerator<Books> {
  for await (const payments of inBatches<Row>(read, PAYMENTS)) {
    const ids = payments.map(({ id }) => id)
    const theirs = (text: string) => read<Row>(ofThese(text, 'payment'), [ids])
    const rows = {
      payments,
      refunds: await theirs(REFUNDS),
      disputes: await theirs(DISPUTES),
      changes: await theirs(DISPUTE_CHANGES),
      losses: await theirs(DISPUTE_LOSSES),
    }
    yield booksOfPayments(rows)
  }
  for await (const payouts of inBatches<Row>(read, PAYOUTS)) yield booksOfPayouts(payouts)
  for await (const balances of inBatches<Row>(read, CLOSED_BALANCES)) yield booksOfClosedBalances(balances)
  for await (const settlements of inBatches<Settlement>(read, SETTLEMENTS, SETTLEMENTS_AT_ONCE)) {
    const ids = settlements.map(({ id }) => id)
    const theirs = (text: string) => read<SettlementItem>(ofThese(text, 'settlement'), [ids])
    yield settlementBooks(settlements, await theirs(SETTLEMENT_ITEMS))
    yield attributionBooks(settlements, await theirs(ATTRIBUTIONS))
  }
}
