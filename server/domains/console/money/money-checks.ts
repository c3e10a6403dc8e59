import type { MoneyCheckName } from '#contract/console/money-checks.ts'
import {
  type Among,
  type Finding,
  findBalanceDifferences,
  findBrokenSeals,
  findChargeDifferences,
  findChargesWithoutPayment,
  findSums,
  findUnbalanced,
  findUnpublishedSeals,
  findUnsealed,
  findVainWaiting,
} from '#server/domains/ledger/service.ts'
import { listDueNotices } from '#server/domains/subscriptions/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import {
  findClosingBookings,
  findClosingOrphans,
  findDisputeBookings,
  findDisputeOrphans,
  findPayoutBookings,
  findPayoutOrphans,
  findRefundBookings,
  findRefundOrphans,
} from './booking-queries.ts'
import {
  findClearingOrphans,
  findDisputeLosses,
  findFeeBookings,
  findLostDisputes,
  findSentRefunds,
  findSettlementBookings,
} from './clearing-queries.ts'
import {
  findPaymentsWithoutReceipt,
  findReceiptGaps,
  findRefundsBeyond,
  findUnusedNumbers,
} from './payment-queries.ts'
import { findOtherPrices } from './price-queries.ts'
import {
  findMissingFees,
  findSlowPayouts,
  findUnappliedEvents,
  findUnmatchedAgreements,
  findUnknownPayments,
  findUntoldCards,
} from './waiting-queries.ts'
import type { WalkedTable } from './walk-queries.ts'

/** Looks at some rows of a table; each row is looked at anew every time. */
interface Part {
  check: MoneyCheckName
  find: (db: Db, keys: Among) => Promise<Finding[]>
}

/** Goes through a table in turn, because it is too large to be looked at as a whole every few minutes. */
export interface Walk extends WalkedTable {
  walk: string
  /** At most so many rows of it at a time, where one of them may stand for very many others. */
  most?: number
  parts: readonly Part[]
}

/** Looks at all there is to see, which is little, or rarely. */
export interface Look {
  walk: string
  check: MoneyCheckName
  find: (db: Db, now: Date) => Promise<Finding[]>
  /** How often; absent: every time. */
  everyMs?: number
}

const HOUR_MS = 3_600_000

/** Somebody whose card runs out hears of it thirty days before; a day later at the latest, they have heard. */
const TOLD_AFTER_MS = 24 * HOUR_MS

export const WALKS: readonly Walk[] = [
  {
    walk: 'transactions',
    table: 'ledger_transactions',
    column: 'id',
    type: 'uuid',
    parts: [
      { check: 'ledger-sum', find: findUnbalanced },
      { check: 'seals', find: findUnsealed },
      { check: 'captures', find: findChargesWithoutPayment },
      { check: 'balances', find: findRefundOrphans },
      { check: 'balances', find: findPayoutOrphans },
      { check: 'balances', find: findClosingOrphans },
      { check: 'frozen', find: findDisputeOrphans },
      { check: 'settlements', find: findClearingOrphans },
    ],
  },
  {
    walk: 'seals',
    table: 'ledger_chain',
    column: 'position',
    type: 'bigint',
    parts: [{ check: 'seals', find: findBrokenSeals }],
  },
  {
    walk: 'payments',
    table: 'payments',
    column: 'id',
    type: 'uuid',
    parts: [
      { check: 'captures', find: findChargeDifferences },
      { check: 'captures', find: findOtherPrices },
      { check: 'refunds', find: findRefundsBeyond },
      { check: 'receipts', find: findPaymentsWithoutReceipt },
      { check: 'settlements', find: findFeeBookings },
    ],
  },
  {
    walk: 'receipts',
    table: 'receipts',
    column: 'payment_id',
    type: 'uuid',
    parts: [{ check: 'receipts', find: findReceiptGaps }],
  },
  {
    walk: 'balance-days',
    table: 'creators',
    column: 'id',
    type: 'uuid',
    most: 200,
    parts: [{ check: 'balances', find: findBalanceDifferences }],
  },
  {
    walk: 'refunds',
    table: 'refunds',
    column: 'id',
    type: 'uuid',
    parts: [
      { check: 'balances', find: findRefundBookings },
      { check: 'settlements', find: findSentRefunds },
    ],
  },
  {
    walk: 'payouts',
    table: 'payouts',
    column: 'id',
    type: 'uuid',
    parts: [{ check: 'balances', find: findPayoutBookings }],
  },
  {
    walk: 'closed-balances',
    table: 'closed_balances',
    column: 'id',
    type: 'uuid',
    parts: [{ check: 'balances', find: findClosingBookings }],
  },
  {
    walk: 'disputes',
    table: 'disputes',
    column: 'provider_dispute_id',
    type: 'text',
    parts: [
      { check: 'frozen', find: findDisputeBookings },
      { check: 'settlements', find: findLostDisputes },
    ],
  },
  {
    walk: 'dispute-losses',
    table: 'dispute_losses',
    column: 'provider_dispute_id',
    type: 'text',
    parts: [{ check: 'settlements', find: findDisputeLosses }],
  },
  {
    walk: 'settlements',
    table: 'settlements',
    column: 'provider_settlement_id',
    type: 'text',
    most: 50,
    parts: [{ check: 'settlements', find: findSettlementBookings }],
  },
]

export const LOOKS: readonly Look[] = [
  { walk: 'sums', check: 'ledger-sum', find: findSums },
  { walk: 'waiting-seals', check: 'seals', find: findVainWaiting },
  { walk: 'published-seals', check: 'seals', find: findUnpublishedSeals },
  { walk: 'receipt-counters', check: 'receipts', find: findUnusedNumbers },
  { walk: 'slow-payouts', check: 'in-transit', find: findSlowPayouts },
  { walk: 'unapplied-events', check: 'events', find: findUnappliedEvents },
  { walk: 'unknown-payments', check: 'captures', find: findUnknownPayments },
  { walk: 'missing-fees', check: 'provider-fees', find: findMissingFees },
  { walk: 'agreements', check: 'agreements', find: findUnmatchedAgreements },
  { walk: 'cards', check: 'cards', find: findForgottenCards, everyMs: HOUR_MS },
]

async function findForgottenCards(db: Db, now: Date): Promise<Finding[]> {
  const due = await listDueNotices(db, new Date(now.getTime() - TOLD_AFTER_MS))
  return findUntoldCards(
    db,
    due.filter(({ kind }) => kind === 'card_expiring'),
  )
}
