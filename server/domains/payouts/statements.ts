import { monthSpan } from '#contract/dates.ts'
import { type Currency, dollarsFromCents } from '#contract/money.ts'
import type { Dispute } from '#contract/payments/dispute-status.ts'
import { statementFailures } from '#contract/payouts/statement-routes.ts'
import { getOwedBefore } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { getBalanceAsOf, getBalanceAt } from './balances.ts'
import {
  listStatementDisputes,
  listStatementLines,
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
  lines: StatementLine[]
  disputes: StatementDispute[]
}

/**
 * A month of a creator's balance, from the ledger alone, and bank inquiries during it. Throws `statement_not_found` for
 * a future month.
 */
export async function getStatement(
  db: Db,
  { creatorId, month, currency, now }: { creatorId: string; month: string; currency: Currency; now: Date },
): Promise<Statement> {
  const span = monthSpan(month)
  if (span.from > now) throw new Failure(statementFailures.statement_not_found)
  const account = { creatorId, currency }
  const openingCents = await getOwedBefore(db, { ...account, before: span.from })
  const lines = await listStatementLines(db, { ...account, month: span })
  const isPayout = ({ kind }: StatementLine) => kind.startsWith('payout')
  const sum = (rows: readonly StatementLine[], of: (line: StatementLine) => number) =>
    rows.reduce((total, line) => total + of(line), 0)
  const earned = lines.filter((line) => !isPayout(line))
  const paidOutCents = -sum(lines.filter(isPayout), ({ netCents }) => netCents)
  const netCents = sum(earned, (line) => line.netCents)
  const { reservedMinor } = await (span.until > now
    ? getBalanceAt(db, creatorId, now, currency)
    : getBalanceAsOf(db, creatorId, span.until, currency))
  return {
    month,
    currency,
    openingCents,
    closingCents: openingCents + netCents - paidOutCents,
    grossCents: sum(earned, (line) => line.grossCents),
    feeCents: sum(earned, (line) => line.feeCents),
    netCents,
    paidOutCents,
    reservedCents: reservedMinor,
    lines,
    disputes: await listStatementDisputes(db, { ...account, month: span }),
  }
}

/** One of its disputes as it is sent, with a sentence about it. */
export function presentDispute({
  about,
  amountCents,
  ...dispute
}: StatementDispute): Dispute & { about: string } {
  return {
    about,
    status: dispute.status,
    amount: dollarsFromCents(amountCents),
    currency: dispute.currency,
    openedAt: dispute.openedAt.toISOString(),
    respondBy: dispute.respondBy?.toISOString() ?? null,
    settledAt: dispute.settledAt?.toISOString() ?? null,
  }
}
