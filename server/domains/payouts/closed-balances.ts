import { Counter } from 'prom-client'
import * as z from 'zod/mini'

import { CURRENCIES, type Currency } from '#contract/money.ts'
import { pendingSince } from '#contract/payments/refund-window.ts'
import { UNCLAIMED_YEARS } from '#contract/payouts/rules.ts'
import {
  bookClosingLoss,
  bookUnclaimed,
  bookUnclaimedPaid,
  bookUnclaimedReturned,
  type BookedRest,
} from '#server/domains/ledger/service.ts'
import { pageClosed } from '#server/domains/subscriptions/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import type { Log } from '#server/platform/log.ts'

import {
  type ClosedBalanceRow,
  eraseSpentDetails,
  getWholeBalance,
  insertClosedBalance,
  listUnsettledCreatorIds,
  lockUnclaimed,
  lockUnclaimedOf,
  settleUnclaimed,
} from './closed-balance-queries.ts'
import { lockCreator } from './details-queries.ts'

const closingLosses = new Counter({
  name: 'closing_losses_cents_total',
  help: "What closed pages owed their members in excess of their creators' balances, in cents or paise.",
  labelNames: ['currency'],
  registers: [productMetrics],
})

/**
 * Takes what is left out of the balances of closed pages, once they are at rest: the creator's money waits for the
 * operator to pay it out, a shortfall is the platform's loss. If something moves such a balance later (a dispute, a
 * refund that failed), it is recalculated. Payout details are erased when there is nothing left to pay to them. May run
 * at any time.
 */
export const settleClosedBalances = defineJobInPhases(
  { name: 'payouts.settle-closed-balances', payload: z.object({}), cron: '35 * * * *' },
  async (inTransaction, _, { platform, now }) => {
    for (const currency of CURRENCIES)
      for (;;) {
        const resting = { currency, pendingSince: pendingSince(now) }
        const creatorIds = await inTransaction((db) => listUnsettledCreatorIds(db, resting))
        for (const creatorId of creatorIds)
          await inTransaction((db) => settleBalance(db, { creatorId, currency }, now, platform.log))
        if (creatorIds.length === 0) break
      }
    const waitingSince = new Date(now)
    waitingSince.setUTCFullYear(now.getUTCFullYear() - UNCLAIMED_YEARS)
    await inTransaction((db) => eraseSpentDetails(db, waitingSince))
  },
)

async function settleBalance(
  db: Db,
  { creatorId, currency }: { creatorId: string; currency: Currency },
  now: Date,
  log: Log,
): Promise<void> {
  await lockCreator(db, creatorId)
  const waiting = await lockUnclaimedOf(db, creatorId, currency)
  if (waiting) {
    await settleUnclaimed(db, waiting.id, { status: 'returned', bankReference: '', now })
    await bookUnclaimedReturned(db, bookingOf(waiting, now))
  }
  const cents = await getWholeBalance(db, creatorId, currency)
  if (cents === 0) return
  const kind = cents > 0 ? 'unclaimed' : 'loss'
  const row: ClosedBalanceRow = {
    id: newId(now),
    creatorId,
    kind,
    currency,
    amountCents: Math.abs(cents),
  }
  await insertClosedBalance(db, { ...row, bookedAt: now })
  if (kind === 'unclaimed') {
    await bookUnclaimed(db, bookingOf(row, now))
    return
  }
  await bookClosingLoss(db, bookingOf(row, now))
  closingLosses.inc({ currency }, row.amountCents)
  log.warn(
    { creatorId, currency, cents: row.amountCents },
    'a closed page owed its members more than its creator had',
  )
}

/**
 * The operator has paid out a waiting balance, with the bank's reference. False if nothing with that id is waiting: it
 * was already paid, or recalculated under another id.
 */
export async function payUnclaimed(
  db: Db,
  id: string,
  paid: { bankReference: string; now: Date },
): Promise<boolean> {
  const row = await lockUnclaimed(db, id)
  if (!row) return false
  await settleUnclaimed(db, id, { status: 'paid', ...paid })
  await bookUnclaimedPaid(db, bookingOf(row, paid.now))
  return true
}

function bookingOf(row: ClosedBalanceRow, occurredAt: Date): BookedRest {
  return {
    id: row.id,
    creatorId: row.creatorId,
    currency: row.currency,
    amountMinor: row.amountCents,
    occurredAt,
  }
}

export const closedBalanceJobs = [settleClosedBalances] as Job[]

export const closedBalanceReactions = [
  reactTo(pageClosed, 'payouts', (db) =>
    enqueue(db, settleClosedBalances, {}, { key: 'settle-closed-balances' }),
  ),
] as EventReaction[]
