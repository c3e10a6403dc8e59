import { CURRENCY } from '#contract/money.ts'
import { pendingSince } from '#contract/payouts/rules.ts'
import { type CreatorBalance, getCreatorBalance } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { listMonthlyEarnings, type MonthRow } from './queries.ts'

const MONTHS_SHOWN = 12

/** What is owed to a creator, in cents, split by the refund window and the months to come as they stand at `now`. */
export function getBalanceAt(db: Db, creatorId: string, now: Date): Promise<CreatorBalance> {
  return getCreatorBalance(db, {
    creatorId,
    currency: CURRENCY,
    now,
    pendingSince: pendingSince(now),
    before: null,
  })
}

/** The same as it stood at a moment of the past, from what had happened until then. */
export function getBalanceAsOf(db: Db, creatorId: string, moment: Date): Promise<CreatorBalance> {
  return getCreatorBalance(db, {
    creatorId,
    currency: CURRENCY,
    now: moment,
    pendingSince: pendingSince(moment),
    before: moment,
  })
}

/** The last twelve calendar months in UTC, the one of `now` included. Amounts in cents, fixed when the money came. */
export function listEarningsUntil(db: Db, creatorId: string, now: Date): Promise<MonthRow[]> {
  return listMonthlyEarnings(db, creatorId, { currency: CURRENCY, monthCount: MONTHS_SHOWN, now })
}
