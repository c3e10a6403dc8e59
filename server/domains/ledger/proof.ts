import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { findClearingProblems } from './clearing-queries.ts'
import type { Finding } from './finding.ts'
import {
  findBrokenSeals,
  findChargeDifferences,
  findChargesWithoutPayment,
  findSums,
  findUnbalanced,
  findVainWaiting,
} from './finding-queries.ts'
import {
  beginAnew,
  findTotalProblems,
  insertProof,
  type Link,
  listChargedPayments,
  listLinks,
  lockProved,
  noteProved,
} from './proof-queries.ts'

/** Bookings in one transaction. */
const BATCH = 2000

/** All of the chain is proved once in so long; on other nights, what is new. */
const ANEW_AFTER_MS = 6.5 * 86_400_000

const SENTENCES: Record<string, (finding: Finding) => string> = {
  sum: ({ currency, differenceMinor }) => `${currency}: the ledger sums to ${differenceMinor}`,
  unbalanced: ({ subject, currency, differenceMinor }) =>
    currency === null
      ? `${subject} has no entries`
      : `${subject} does not balance in ${currency}: ${differenceMinor}`,
  unsealed: ({ subject }) => `${subject} waits for a seal in vain`,
  charge: ({ subject }) => `payment ${subject} and its charge differ`,
  'no-payment': ({ subject }) => `${subject} has no payment`,
}

const sentenceOf = (finding: Finding) =>
  SENTENCES[finding.problem]?.(finding) ?? `${finding.subject} ${finding.problem}`

/**
 * Proves the ledger every night, from where the night before came to: that every transaction balances and is as it was
 * sealed, that payments and their charges agree, that all of it sums to zero, and that the totals are what was booked.
 * Once a week it begins with the first transaction, and proves that the ledger's money at the provider is what was not
 * settled. Findings are stored and logged; `npm run audit` proves everything at once, and asks the provider as well.
 */
export const proveLedger: Job<Record<string, never>> = defineJobInPhases(
  { name: 'ledger.prove', payload: z.object({}), cron: '20 3 * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform, now, signal }) => {
    let isGoingOn = true
    while (isGoingOn) {
      signal.throwIfAborted()
      isGoingOn = await inTransaction((db) => proveNext(db, now))
    }
    const problems = await inTransaction((db) => concludeProof(db, now))
    if (problems.length > 0) platform.log.error({ problems }, 'the ledger is inconsistent')
  },
)

/** Proves the next batch; answers whether there may be more. */
async function proveNext(db: Db, now: Date): Promise<boolean> {
  const proved = await lockProved(db)
  if (!proved) return false
  const isDue = proved.begunAt === null || now.getTime() - proved.begunAt.getTime() >= ANEW_AFTER_MS
  const problems = proved.isSame ? [] : [`the chain was written anew before ${proved.position}`]
  if (isDue || !proved.isSame) await beginAnew(db, now)
  const links = await listLinks(db, { after: isDue || !proved.isSame ? 0 : proved.position, limit: BATCH })
  if (links.length === 0) return false
  problems.push(...(await findInBatch(db, links)))
  await noteProved(db, { links, problems })
  return links.length === BATCH
}

async function findInBatch(db: Db, links: readonly Link[]): Promise<string[]> {
  const ids = links.map(({ transactionId }) => transactionId)
  const positions = links.map(({ position }) => String(position))
  const findings = [
    ...(await findUnbalanced(db, ids)),
    ...(await findBrokenSeals(db, positions)),
    ...(await findChargeDifferences(db, await listChargedPayments(db, ids))),
    ...(await findChargesWithoutPayment(db, ids)),
  ]
  return findings.map(sentenceOf)
}

async function concludeProof(db: Db, now: Date): Promise<string[]> {
  const findings = [...(await findSums(db)), ...(await findVainWaiting(db))]
  const isWhole = (await lockProved(db))?.begunAt?.getTime() === now.getTime()
  const problems = [
    ...findings.map(sentenceOf),
    ...(await findTotalProblems(db)),
    // Reads every payment.
    ...(isWhole ? await findClearingProblems(db) : []),
  ]
  return insertProof(db, { id: newId(now), provedAt: now, problems })
}

export const ledgerJobs = [proveLedger] as Job[]
