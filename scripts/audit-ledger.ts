import { inBatches, type ReadRows } from './audit-batches.ts'
import type { Books, Line, Say } from './audit-queries.ts'

/* The part of the audit that compares the ledger, transaction by transaction, with what should be booked. */

const BOOKED = 'select id, reference from ledger_transactions'
const ENTRIES = `select transaction_id as transaction, account, creator_id as creator, currency,
  amount_minor::float8 as amount from ledger_entries where transaction_id = any($1)`

type Entry = Record<'transaction' | 'account' | 'creator' | 'currency', string> & { amount: number }

interface Transaction {
  id: string
  reference: string
}

function textOf(lines: readonly Line[]): string {
  const real = lines.filter(([, , , amount]) => amount !== 0).map((line) => line.join(' '))
  return real.toSorted().join('; ')
}

/** The last 52 bits of an id, which are random. */
function markOf(id: string): number {
  return Number.parseInt(id.slice(-13), 16)
}

/** Whether a number is among these, which are in order. */
function isAmong(sorted: Float64Array, wanted: number): boolean {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0) < wanted) from = middle + 1
    else to = middle
  }
  return sorted[from] === wanted
}

/** Compares a part of the books; each transaction that was found, as expected or not, is told to `found`. */
async function compare(
  say: Say,
  read: ReadRows,
  expected: Books,
  found: (id: string) => void,
): Promise<void> {
  const references = [...expected.keys()]
  const booked = await read<Transaction>(`${BOOKED} where reference = any($1)`, [references])
  const entries = await read<Entry>(ENTRIES, [booked.map(({ id }) => id)])
  const entriesOf = Map.groupBy(entries, ({ transaction }) => transaction)
  const textBy = new Map(
    booked.map(({ id, reference }) => {
      const lines = (entriesOf.get(id) ?? []).map((e): Line => [e.account, e.creator, e.currency, e.amount])
      return [reference, textOf(lines)]
    }),
  )
  for (const { id } of booked) found(id)
  for (const [reference, lines] of expected) {
    const [wanted, is] = [textOf(lines), textBy.get(reference)]
    say(is === wanted, `${reference}: expected ${wanted}; found ${is ?? 'nothing'}`)
  }
}

/**
 * The ledger is what should be booked, nothing else, and sums to zero. Of the transactions that were found, eight bytes
 * each are kept, to name those that nothing accounts for.
 */
export async function proveLedger(say: Say, read: ReadRows, expected: AsyncIterable<Books>): Promise<void> {
  for (const { currency, sum } of await read<{ currency: string; sum: string }>(
    'select currency, sum(amount_minor)::text as sum from ledger_entries group by currency',
  ))
    say(sum === '0', `${currency}: the ledger sums to ${sum}`)
  const [count] = await read<{ total: number }>('select count(*)::float8 as total from ledger_transactions')
  const total = count?.total ?? 0
  const marks = new Float64Array(total)
  let found = 0
  const remember = (id: string) => {
    marks[found] = markOf(id)
    found += 1
  }
  for await (const part of expected) await compare(say, read, part, remember)
  if (found >= total) return
  const accounted = marks.subarray(0, found).sort()
  let named = 0
  for await (const transactions of inBatches<Transaction>(read, BOOKED))
    for (const { id, reference } of transactions) {
      if (isAmong(accounted, markOf(id))) continue
      named += 1
      say(false, `${reference}: booked, but nothing accounts for it`)
    }
  // An id can be made to end as another one does.
  const others = total - found - named
  say(others === 0, `${others} more are booked, but nothing accounts for them`)
}
