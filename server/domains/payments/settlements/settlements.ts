import * as z from 'zod/mini'

import { bookSettlement } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import type {
  RazorpaySettledItem,
  RazorpaySettlement,
} from '#server/platform/razorpay/settlement-entities.ts'

import { attributeLateItems } from './attribute-items.ts'
import { itemOf, learnFee, lineOf, SETTLEMENT_CURRENCY, subjectIdOf } from './settlement-items.ts'
import {
  findNewestSettledAt,
  insertSettlement,
  insertSettlementItems,
  listSettledSubjects,
  listUnknownSettlementIds,
} from './settlement-queries.ts'

const DAY_MS = 86_400_000
/** The report goes by days in India. */
const INDIA_AHEAD_MS = 5.5 * 3_600_000
/** A settlement that failed at the bank is made again within days. */
const LOOK_BACK_MS = 14 * DAY_MS
/** Razorpay takes no moment before 2000 for its other bounds; older than that there is nothing. */
const EARLIEST = new Date('2000-01-01T00:00:00Z')
/** Items that we don't know of by then aren't ours. */
const WAIT_FOR_NEWS_MS = 2 * DAY_MS

/**
 * Books what the provider has paid into our bank, line by line of its report: each settlement once. A settlement with a
 * payment or refund we have not heard of yet waits for two days; after that those lines are booked as differences, and
 * logged. If we hear of them later, they are attributed then.
 */
export const reconcileSettlements = defineJobInPhases(
  { name: 'payments.reconcile-settlements', payload: z.object({}), cron: '25 */6 * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform: { razorpay, log }, now, signal }) => {
    const newest = await inTransaction(findNewestSettledAt)
    const since = newest ? new Date(newest.getTime() - LOOK_BACK_MS) : EARLIEST
    const made = (await razorpay.listSettlements(since)).filter(({ status }) => status === 'processed')
    const unknown = new Set(
      await inTransaction((db) =>
        listUnknownSettlementIds(
          db,
          made.map(({ id }) => id),
        ),
      ),
    )
    const toBook = made.filter(({ id }) => unknown.has(id)).toSorted((a, b) => a.created_at - b.created_at)
    for (const [day, ofDay] of Map.groupBy(toBook, ({ created_at }) => dayInIndia(created_at))) {
      signal.throwIfAborted()
      const items = await razorpay.listSettledItems(day)
      for (const settlement of ofDay)
        await inTransaction((db) =>
          settle(
            db,
            settlement,
            items.filter(({ settlement_id }) => settlement_id === settlement.id),
            { now, log },
          ),
        )
    }
    while (await inTransaction((db) => attributeLateItems(db, now))) signal.throwIfAborted()
  },
)

function dayInIndia(seconds: number): string {
  return new Date(seconds * 1000 + INDIA_AHEAD_MS).toISOString().slice(0, 10)
}

async function settle(
  db: Db,
  settlement: RazorpaySettlement,
  report: readonly RazorpaySettledItem[],
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  const { id, amount, utr } = settlement
  const settledAt = new Date(settlement.created_at * 1000)
  const lines = report.map(lineOf)
  const subjects = new Map(
    (await listSettledSubjects(db, lines.map(subjectIdOf))).map((subject) => [subject.entityId, subject]),
  )
  const unknown = report.filter(
    (item) => item.type !== 'adjustment' && !subjects.has(subjectIdOf(lineOf(item))),
  )
  if (unknown.length > 0 && now.getTime() - settledAt.getTime() < WAIT_FOR_NEWS_MS) return
  const items = lines.map((line) => itemOf(line, subjects.get(subjectIdOf(line))))
  const isNew = await insertSettlement(db, {
    id,
    currency: SETTLEMENT_CURRENCY,
    amountMinor: amount,
    utr: utr ?? '',
    settledAt,
    bookedAt: now,
  })
  if (!isNew) return
  for (const line of lines) await learnFee(db, line, subjects.get(subjectIdOf(line)), now)
  await insertSettlementItems(db, id, items)
  await bookSettlement(db, {
    id,
    currency: SETTLEMENT_CURRENCY,
    amountMinor: amount,
    occurredAt: settledAt,
    items,
  })
  const explained = items.reduce((sum, { creditMinor, debitMinor }) => sum + creditMinor - debitMinor, 0)
  const others = items.filter(({ kind }) => kind === 'other').map(({ entityId }) => entityId)
  if (explained !== amount || others.length > 0)
    log.warn(
      { settlementId: id, amount, explained, others },
      'a settlement contains amounts that our payments do not explain',
    )
}

export const settlementJobs = [reconcileSettlements] as Job[]
