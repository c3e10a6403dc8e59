import { CURRENCY, type Currency } from '#contract/money.ts'
import { pendingSince } from '#contract/payments/refund-window.ts'
import { type CreatorBalance, getCreatorBalance } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { listMonthlyEarnings, type MonthRow } from './queries.ts'

const MONTHS_SHOWN = 12

/**
 * What is owed to a creator in one currency, in cents or paise, split by the refund window and the months to come at
 * `now`.
 */
export function getBalanceAt(
  db: Db,
  creatorId: string,
  now: Date,
  currency: Currency = CURRENCY,
): Promise<CreatorBalance> {
  return getCreatorBalance(db, {
    creatorId,
    currency,
    now,
    pendingSince: pendingSince(now),
    before: null,
  })
}

/** The same as of a moment in the past, from what had happened until then. */
export function getBalanceAsOf(
  db: Db,
  creatorId: string,
  moment: Date,
  currency: Currency = CURRENCY,
): Promise<CreatorBalance> {
  return getCreatorBalance(db, {
    creatorId,
    currency,
    now: moment,
    pendingSince: pendingSince(moment),
    before: moment,
  })
}

/** The last twelve calendar months in UTC, the one of `now` included. Amounts in cents, fixed when the money came. */
export function listEarningsUntil(
  db: Db,
  creatorId: string,
  now: Date,
  currency: Currency = CURRENCY,
): Promise<MonthRow[]> {
  return listMonthlyEarnings(db, creatorId, { currency, monthCount: MONTHS_SHOWN, now })
}
