import { decimalFromCents } from '#contract/money.ts'
import type { PayoutDetails } from '#contract/payouts/details.ts'
import { parseCsv, toCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { openDetails, type EncryptionKeys } from './details.ts'
import { listBatch, lockApproved, type PayoutRow, setSent } from './payout-queries.ts'
import { failIfOwing, settlePayout } from './payouts.ts'

/** Some 100,000 payouts. */
const RESULTS_MAX_LENGTH = 10_000_000

/** What the bank learns about each payment. */
export const COLUMNS = [
  'payout_id',
  'amount',
  'currency',
  'method',
  'holder',
  'account_number',
  'ifsc',
  'iban',
  'upi_id',
  'paypal_email',
] as const

/**
 * Takes every approved payout into a file for the bank. From then on they count as sent: a lost file is written again
 * by its batch id, never built afresh, so no payout is in two files.
 */
export async function exportBankFile(
  db: Db,
  platform: EncryptionKeys,
  now: Date,
): Promise<{ batchId: string; count: number; csv: string }> {
  const batchId = newId(now)
  const payouts: PayoutRow[] = []
  for (const payout of await lockApproved(db)) {
    if (await failIfOwing(db, payout, now)) continue
    await setSent(db, payout.id, { rail: 'bank_file', batchId, now })
    payouts.push(payout)
  }
  return { batchId, count: payouts.length, csv: fileOf(platform, payouts) }
}

/** Writes the same file again, whatever has happened to its payouts since. */
export async function repeatBankFile(
  db: Db,
  platform: EncryptionKeys,
  batchId: string,
): Promise<{ batchId: string; count: number; csv: string }> {
  const payouts = await listBatch(db, batchId)
  return { batchId, count: payouts.length, csv: fileOf(platform, payouts) }
}

function fileOf(platform: EncryptionKeys, payouts: readonly PayoutRow[]): string {
  const lines = payouts.map((payout) => {
    const details = openDetails(platform, payout.creatorId, payout.encryptedDetails)
    return lineOf(payout, details)
  })
  return toCsv([COLUMNS, ...lines])
}

/** One payment as the bank reads it; without details, the destination columns are left empty. */
export function lineOf(
  payment: { id: string; amountCents: number; currency: string },
  details: Partial<PayoutDetails>,
): string[] {
  // Always two decimals: banks interpret "50.5" as they please.
  const amount = decimalFromCents(payment.amountCents)
  const { method, holder, accountNumber, ifsc, iban, upiId, paypalEmail } = details
  const place = [method, holder, accountNumber, ifsc, iban, upiId, paypalEmail]
  return [payment.id, amount, payment.currency, ...place.map((text) => text ?? '')]
}

/** One line of the bank's answer that could not be applied, and why. */
export interface ImportProblem {
  line: number
  problem: string
}

/**
 * Applies the bank's answers: `payout_id, status (paid, failed or reversed), bank_reference, reason`, with a heading.
 * Lines that were already applied are skipped, so a file may be read twice.
 */
export async function importBankResults(
  inTransaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  csv: string,
  now: Date,
): Promise<{ applied: number; problems: ImportProblem[] }> {
  if (csv.length > RESULTS_MAX_LENGTH) throw new Error('A file of results has at most 10 million characters.')
  const [heading = [], ...rows] = parseCsv(csv)
  const column = (name: string) => heading.findIndex((title) => title.trim().toLowerCase() === name)
  const [id, status, reference, reason] = ['payout_id', 'status', 'bank_reference', 'reason'].map(column)
  if (id === undefined || status === undefined || id < 0 || status < 0)
    throw new Error('The first line names the columns: payout_id, status, bank_reference, reason.')
  const problems: ImportProblem[] = []
  let applied = 0
  for (const [index, row] of rows.entries()) {
    const line = index + 2
    const payoutId = row[id]?.trim() ?? ''
    const outcome = row[status]?.trim().toLowerCase()
    if (outcome !== 'paid' && outcome !== 'failed' && outcome !== 'reversed')
      problems.push({ line, problem: `"${row[status] ?? ''}" is none of paid, failed and reversed` })
    else if (!/^[0-9a-f-]{36}$/.test(payoutId)) problems.push({ line, problem: 'has no payout_id' })
    else {
      const isApplied = await inTransaction((db) =>
        settlePayout(db, payoutId, {
          status: outcome,
          bankReference: row[reference ?? -1]?.trim() ?? '',
          reason: row[reason ?? -1]?.trim() ?? '',
          now,
        }),
      )
      if (isApplied) applied += 1
      else problems.push({ line, problem: `${payoutId} is unknown, or not waiting to be ${outcome}` })
    }
  }
  return { applied, problems }
}
