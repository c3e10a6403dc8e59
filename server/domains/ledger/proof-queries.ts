import { type Db, run, sql } from '#server/platform/db/query.ts'

import type { Finding } from './finding.ts'
import {
  findBrokenSeals,
  findChargeDifferences,
  findChargesWithoutPayment,
  findSums,
  findUnbalanced,
  findUnsealed,
} from './finding-queries.ts'

const FINDERS = [
  findSums,
  findUnbalanced,
  findUnsealed,
  findBrokenSeals,
  findChargeDifferences,
  findChargesWithoutPayment,
]

const SENTENCES: Record<string, (finding: Finding) => string> = {
  sum: ({ currency, differenceMinor }) => `${currency}: the ledger sums to ${differenceMinor}`,
  unbalanced: ({ subject, currency, differenceMinor }) =>
    currency === null
      ? `${subject} has no entries`
      : `${subject} does not balance in ${currency}: ${differenceMinor}`,
  unsealed: ({ subject }) => `${subject} is not sealed`,
  charge: ({ subject }) => `payment ${subject} and its charge differ`,
  'no-payment': ({ subject }) => `${subject} has no payment`,
}

/**
 * What is wrong with the ledger, as sentences; at most a hundred. Checks balances, seals, and each payment against its
 * charge: the whole ledger, by the rules that "Is the money right?" walks through it with.
 */
export async function findProblems(db: Db): Promise<string[]> {
  const problems: string[] = []
  for (const find of FINDERS)
    for (const finding of await find(db, 'all'))
      problems.push(SENTENCES[finding.problem]?.(finding) ?? `${finding.subject} ${finding.problem}`)
  return problems.slice(0, 100)
}

export async function insertProof(
  db: Db,
  proof: { id: string; provedAt: Date; problems: readonly string[] },
): Promise<void> {
  await run(
    db,
    sql`insert into ledger_proofs (id, proved_at, transaction_count, problems)
      select ${proof.id}, ${proof.provedAt}, (select count(*) from ledger_transactions),
        ${JSON.stringify(proof.problems)}::jsonb`,
  )
}
