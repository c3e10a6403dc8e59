import type { Db } from '#server/platform/db/query.ts'

import { ask } from './approvals.ts'

/** A request for the release of a payout, by a member of the staff. */
export function anApproval(
  db: Db,
  { askedBy, payoutId, now = new Date() }: { askedBy: string; payoutId: string; now?: Date },
): Promise<string> {
  return db.transaction().execute((within) =>
    ask(within, {
      action: 'payout-release',
      subjectId: payoutId,
      concernedIds: [],
      payload: { amountCents: 9000, currency: 'USD' },
      reason: 'They explained it',
      by: askedBy,
      now,
    }),
  )
}
