import * as z from 'zod/mini'

import { RESTATED_DAYS } from '#contract/analytics/formulas.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { dayOf } from './calendar.ts'
import {
  addMoney,
  type BookedLine,
  listBooked,
  lockCounted,
  type Money,
  noteCounted,
} from './ledger-queries.ts'

/** Bookings per transaction. */
const BATCH = 1000

/** What supporters' payments bring, and what takes them back; payouts only move what is owed. */
const EARNED = 'charge'
const GIVEN_BACK = new Set(['refund', 'refund-failed', 'dispute', 'dispute-released'])

/**
 * Counts the ledger into days, in the order of its chain: the place it has reached is written with what was added, so
 * each booking is counted once.
 */
export const countLedger: Job<Record<string, never>> = defineJobInPhases(
  { name: 'analytics.count-ledger', payload: z.object({}), cron: '* * * * *' },
  async (inTransaction, _, { now, signal }) => {
    let isBehind = true
    while (isBehind) {
      signal.throwIfAborted()
      isBehind = await inTransaction((db) => countBatch(db, now))
    }
  },
)

async function countBatch(db: Db, now: Date): Promise<boolean> {
  const counted = await lockCounted(db)
  if (!counted) return false
  const lines = await listBooked(db, { after: counted.position, limit: BATCH })
  const last = lines.at(-1)
  if (!last) {
    await noteCounted(db, counted.position, now)
    return false
  }
  const money = new Map<string, Money>()
  // Days that nobody could have seen counted yet can still change.
  const shownAt = counted.countedAt ?? new Date(0)
  for (const line of lines) add(money, line, { now, shownAt })
  if (money.size > 0) await addMoney(db, [...money.values()])
  await noteCounted(db, last.position, counted.countedAt ?? new Date(0))
  return true
}

function add(
  money: Map<string, Money>,
  { creatorId, currency, occurredAt, kind, netCents, feeCents }: BookedLine,
  { now, shownAt }: { now: Date; shownAt: Date },
): void {
  if (creatorId === null || currency === null) return
  if (kind !== EARNED && !GIVEN_BACK.has(kind)) return
  const isLate = shownAt.getTime() - occurredAt.getTime() > RESTATED_DAYS * 86_400_000
  const day = dayOf(isLate ? now : occurredAt)
  const key = `${creatorId} ${currency} ${day}`
  const sum = money.get(key) ?? {
    creatorId,
    currency,
    day,
    charges: 0,
    grossCents: 0,
    givenBackCents: 0,
    feeCents: 0,
    netCents: 0,
    correctionCents: 0,
  }
  money.set(key, sum)
  if (kind === EARNED) {
    sum.charges += 1
    sum.grossCents += netCents + feeCents
  } else sum.givenBackCents -= netCents + feeCents
  sum.feeCents += feeCents
  sum.netCents += netCents
  if (isLate) sum.correctionCents += netCents
}
