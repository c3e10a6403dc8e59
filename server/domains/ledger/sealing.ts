import type { EachSecond } from '#server/platform/jobs/each-second.ts'

import { countBalances } from './balance-days-queries.ts'
import { sealWaiting } from './sealing-queries.ts'

/** In one transaction: some hundredths of a second, during which nobody else seals. */
const BATCH = 1000

/** Gives what was booked its place in the chain, and counts what is sealed into days. */
export const sealing: readonly EachSecond[] = [
  { name: 'sealing the ledger', work: async (db) => (await sealWaiting(db, BATCH)) === BATCH },
  { name: 'counting balances', work: async (db) => (await countBalances(db, BATCH)) === BATCH },
]
