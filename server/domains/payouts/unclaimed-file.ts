import { CURRENCIES, type Currency } from '#contract/money.ts'
import { toCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/query.ts'

import { COLUMNS, lineOf } from './bank-file.ts'
import { getClosingLosses, listUnclaimed } from './closed-balance-queries.ts'
import { openDetails, type EncryptionKeys } from './details.ts'

/**
 * What is left of the balances of closed accounts and waits to be paid out, oldest first, with the columns of the bank
 * file; without payout details if none were given or they have expired. And what closed pages have cost us.
 */
export async function writeUnclaimedFile(
  db: Db,
  keys: EncryptionKeys,
): Promise<{
  count: number
  csv: string
  losses: { currency: Currency; creatorCount: number; amountCents: number }[]
}> {
  const rows = await listUnclaimed(db)
  const lines = rows.map((row) => {
    const details = row.encrypted === null ? {} : openDetails(keys, row.creatorId, row.encrypted)
    return [...lineOf(row, details), row.creatorId, row.bookedAt.toISOString().slice(0, 10)]
  })
  const csv = toCsv([[...COLUMNS, 'creator_id', 'since'], ...lines])
  const losses = []
  for (const currency of CURRENCIES) losses.push({ currency, ...(await getClosingLosses(db, currency)) })
  return { count: rows.length, csv, losses: losses.filter(({ creatorCount }) => creatorCount > 0) }
}
