import { monthSpan } from '#contract/dates.ts'
import { type Currency, dollarsFromCents } from '#contract/money.ts'
import type { Dispute } from '#contract/payments/dispute-status.ts'
import { statementFailures } from '#contract/payouts/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { getBalanceAsOf, getBalanceAt } from './balances.ts'
import {
  type Lines,
  listStatementDisputes,
  readMonth,
  type StatementDispute,
  type StatementLine,
} from './statement-queries.ts'

/** Amounts in cents or paise. */
export interface Statement {
  month: string
  currency: Currency
  openingCents: number
  closingCents: number
  /** Payments, less refunds and losses. */
  grossCents: number
  feeCents: number
  netCents: number
  /** Less what came back. */
  paidOutCents: number
  /** The part of the closing balance that yearly payments brought for months still to come. */
  reservedCents: number
  /** Of the whole month. */
  lineCount: number
  /** Those that were asked for. */
  lines: StatementLine[]
  disputes: StatementDispute[]
}

/**
 * A month of a creator's balance, from the ledger alone, with some or all of its lines, and bank inquiries during it. Throws
 * `statement_not_found` for a future month.
 */
export async function getStatement(
  db: Db,
  asked: { creatorId: string; month: string; currency: Currency; now: Date; lines: Lines },
): Promise<Statement> {
  const { creatorId, month, currency, now } = asked
  const span = monthSpan(month)
  if (span.from > now) throw new Failure(statementFailures.statement_not_found)
  const account = { creatorId, currency }
  const { movement, lines } = await readMonth(db, { ...account, month: span, ...asked.lines })
  const { openingMinor, netMinor, feeMinor, paidOutMinor, lineCount } = movement
  const { reservedMinor } = await (span.until > now
    ? getBalanceAt(db, creatorId, now, currency)
    : getBalanceAsOf(db, creatorId, span.until, currency))
  return {
    month,
    currency,
    openingCents: openingMinor,
    closingCents: openingMinor + netMinor - paidOutMinor,
    grossCents: netMinor + feeMinor,
    feeCents: feeMinor,
    netCents: netMinor,
    paidOutCents: paidOutMinor,
    reservedCents: reservedMinor,
    lineCount,
    lines,
    disputes: await listStatementDisputes(db, { ...account, month: span }),
  }
}

/** One of its disputes as it is sent, with a sentence about it. */
export function presentDispute({
  about,
  amountCents,
  borneCents,
  ...dispute
}: StatementDispute): Dispute & { about: string } {
  return {
    about,
    status: dispute.status,
    amount: dollarsFromCents(amountCents),
    borne: dollarsFromCents(borneCents),
    currency: dispute.currency,
    openedAt: dispute.openedAt.toISOString(),
    respondBy: dispute.respondBy?.toISOString() ?? null,
    settledAt: dispute.settledAt?.toISOString() ?? null,
  }
}
