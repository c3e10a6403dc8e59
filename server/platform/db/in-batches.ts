import { sql } from './query.ts'

/**
 * Returned by what writes to the books: seals and receipts' numbers are given a second later instead of in the commit,
 * where everybody would wait for each other. It holds until the transaction ends.
 */
export const inBatches = sql`set_config('cheers.in_batches', 'on', true)`
