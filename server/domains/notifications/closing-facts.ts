import { getReturnOnClosing } from '#server/domains/subscriptions/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { ClosingFacts } from './emails.ts'
import { findClosingDays } from './queries.ts'

/** The effect of a closing page on one member; null while the page isn't closing. */
export async function findClosingFacts(db: Db, subscriptionId: string): Promise<ClosingFacts | null> {
  const days = await findClosingDays(db, subscriptionId)
  return days && { ...days, returnedCents: await getReturnOnClosing(db, subscriptionId, days.closedAt) }
}
