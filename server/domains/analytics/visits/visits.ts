import { createHmac, randomBytes } from 'node:crypto'

import type { Db } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import type { LaterRows } from '#server/platform/db/write-behind.ts'

import { dayOf } from '../days/calendar.ts'
import { getSalt, insertVisits, lockVisits } from './visit-queries.ts'

/** A visit as it is noted. Who it was stays in memory for a second, and is never written. */
export interface Visit {
  at: Date
  creatorId: string
  postId: string | null
  host: string
  address: string
  userAgent: string
}

/** So short that it tells apart the visitors of one page and day, and is no fingerprint beyond that. */
const MARK_BYTES = 10

export const visitRows: LaterRows<Visit> = {
  name: 'visits',
  keyOf: ({ at, creatorId, postId, address, userAgent }) =>
    `${dayOf(at)} ${creatorId} ${postId} ${address} ${userAgent}`,
  write: writeVisits,
}

/**
 * A visitor's mark is a keyed hash of address, browser and page, under a salt that is drawn for each day and destroyed
 * soon after: it recognises nobody on another day or another page, and can't be computed again.
 */
export function markOf(
  salt: Buffer,
  { address, userAgent, creatorId }: Pick<Visit, 'address' | 'userAgent' | 'creatorId'>,
): Buffer {
  const hmac = createHmac('sha256', salt).update(JSON.stringify([address, userAgent, creatorId]))
  return hmac.digest().subarray(0, MARK_BYTES)
}

async function writeVisits(db: Db, visits: readonly Visit[]): Promise<void> {
  const salts = new Map<string, Buffer>()
  for (const day of new Set(visits.map(({ at }) => dayOf(at))))
    salts.set(day, await getSalt(db, day, randomBytes(32)))
  const marked = visits.flatMap((visit) => {
    const day = dayOf(visit.at)
    const salt = salts.get(day)
    if (!salt) return []
    return [
      { day, creatorId: visit.creatorId, postId: visit.postId, mark: markOf(salt, visit), host: visit.host },
    ]
  })
  await transactionsOf(db)(async (inside) => {
    await lockVisits(inside)
    await insertVisits(inside, marked)
  })
}
