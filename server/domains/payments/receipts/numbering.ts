import type { Db } from '#server/platform/db/query.ts'
import type { EachSecond } from '#server/platform/jobs/each-second.ts'

import { isWaiting, issueWaiting } from './numbering-queries.ts'

/** In one transaction. */
const BATCH = 1000

/** Numbers the receipts of what was paid, a second later at most: without gaps, and without a lock in the commit. */
export const numbering: readonly EachSecond[] = [
  {
    name: 'numbering receipts',
    work: async (db) => (await issueWaiting(db, { most: BATCH, isUrgent: false })) === BATCH,
  },
]

/** For who needs a payment's number now and can't wait for the second to pass: a mail that names it. */
export async function numberNow(db: Db, paymentId: string): Promise<void> {
  let isGoingOn = true
  while (isGoingOn && (await isWaiting(db, paymentId)))
    isGoingOn = (await issueWaiting(db, { most: BATCH, isUrgent: true })) > 0
}
