import type { ReadRows } from './audit-batches.ts'
import type { Say } from './audit-queries.ts'

/*
 * Seals and numbers of receipts are given each second to what was committed. What waits is whole and known; after a minute
 * nobody is at work, or what waits was altered.
 */
type Waiting = Record<'id', string> & { seconds: number; isWhole: boolean }
const WAITING_FOR_SEALS = `select w.transaction_id as id,
    extract(epoch from clock_timestamp() - w.since)::float8 as seconds, t.id is not null and c.position is null as "isWhole"
  from ledger_unsealed w left join ledger_transactions t on t.id = w.transaction_id
    left join ledger_chain c on c.transaction_id = w.transaction_id`
const NOT_SEALED = `select reference from ledger_transactions t
  where not exists (select from ledger_chain c where c.transaction_id = t.id)
    and not exists (select from ledger_unsealed w where w.transaction_id = t.id)`
const WAITING_FOR_RECEIPTS = `select w.payment_id as id,
    extract(epoch from clock_timestamp() - w.since)::float8 as seconds, p.id is not null and r.number is null as "isWhole"
  from receipts_waiting w left join payments p on p.id = w.payment_id left join receipts r on r.payment_id = w.payment_id`
const NO_RECEIPT = `select from payments p where not exists (select from receipts r where r.payment_id = p.id)
  and not exists (select from receipts_waiting w where w.payment_id = p.id) limit 1`

/** What was booked waits a second for its seal and its receipt's number. */
const WAITS_AT_MOST_SECONDS = 60

function proveTimely(say: Say, waiting: Waiting[], what: 'seal' | 'receipt'): void {
  for (const { id, seconds, isWhole } of waiting) {
    say(isWhole, `${id} waits for a ${what}, and is gone or has one`)
    say(seconds <= WAITS_AT_MOST_SECONDS, `${id} has waited ${Math.round(seconds)} s for its ${what}`)
  }
}

/** Everything that was booked is sealed and has its receipt, or waits for it and hasn't waited long. */
export async function proveWaiting(say: Say, read: ReadRows): Promise<void> {
  proveTimely(say, await read<Waiting>(WAITING_FOR_SEALS), 'seal')
  for (const { reference } of await read<{ reference: string }>(NOT_SEALED))
    say(false, `${reference}: not sealed, and not waiting for it`)
  proveTimely(say, await read<Waiting>(WAITING_FOR_RECEIPTS), 'receipt')
  const [missing] = await read(NO_RECEIPT)
  say(missing === undefined, 'a payment has no receipt')
}
