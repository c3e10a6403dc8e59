import * as z from 'zod/mini'

import { paiseFromCents } from '#contract/money.ts'
import { outgoingMoneyReported } from '#server/domains/inbox/events.ts'
import { findStoredEvent } from '#server/domains/inbox/service.ts'
import {
  type BookedPayoutFee,
  bookPayoutFee,
  bookPayoutFeeReturned,
  worthInExchange,
} from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, defineJobInPhases, enqueueKeyed, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'
import type { RazorpayPayout } from '#server/platform/razorpay/entities.ts'

import { openDetails } from './details.ts'
import {
  claimForProvider,
  findPayout,
  isStopped,
  listWatchedIds,
  lockPayout,
  type PayoutRow,
  setProviderPayout,
  setProviderPayoutFee,
} from './payout-queries.ts'
import { failIfOwing, settlePayout } from './payouts.ts'

/** RazorpayX pays in rupees, and keeps its fee in them. */
const RAIL_CURRENCY = 'INR'

/** How long an arrived payout is still checked: banks return money days later. */
const WATCH_MS = 14 * 86_400_000

/** Whether RazorpayX can pay this one: it pays in rupees to Indian accounts and UPI. */
export function canPayByRazorpayX({ config }: Platform, payout: Pick<PayoutRow, 'method'>): boolean {
  return config.razorpayX !== null && (payout.method === 'bank' || payout.method === 'upi')
}

/**
 * Pays through RazorpayX, in phases: that we pay, and how many rupees, is committed first; then the provider is called
 * with the payout's own id as key, so that a retry after a crash asks for the same payout; then its answer is stored. A
 * payout is never sent under a second key.
 */
export const payByRazorpayX = defineJobInPhases(
  { name: 'payouts.razorpayx', payload: z.object({ payoutId: z.string() }), reachesOut: true },
  async (inTransaction, { payoutId }, { platform, now }) => {
    const { razorpay, config } = platform
    const { razorpayX } = config
    if (!razorpayX) return
    const payout = await inTransaction(async (db) => {
      const row = await lockPayout(db, payoutId)
      if (
        row?.status === 'approved' &&
        canPayByRazorpayX(platform, row) &&
        !(await isStopped(db, payoutId)) &&
        !(await failIfOwing(db, row, now))
      ) {
        const isExchanged = row.currency !== RAIL_CURRENCY
        const railAmountMinor = isExchanged
          ? paiseFromCents(row.amountCents, razorpayX.paisePerUsd)
          : row.amountCents
        const exchangedMinor = isExchanged
          ? await worthInExchange(
              db,
              { currency: row.currency, amountMinor: row.amountCents },
              { currency: RAIL_CURRENCY, atRateMinor: railAmountMinor },
            )
          : null
        await claimForProvider(db, payoutId, {
          railAmountMinor,
          railCurrency: RAIL_CURRENCY,
          exchangedMinor,
          now,
        })
      }
      const claimed = await findPayout(db, payoutId)
      return claimed?.rail === 'razorpayx' ? claimed : null
    })
    if (!payout || (payout.status !== 'sent' && payout.status !== 'paid')) return
    if (payout.providerPayoutId !== null) {
      const current = await razorpay.getPayout(payout.providerPayoutId)
      return inTransaction((db) => applyProviderPayout(db, payout.id, current, now))
    }
    try {
      const details = openDetails(platform, payout.creatorId, payout.encryptedDetails)
      const contact = await razorpay.createContact({ name: details.holder, referenceId: payout.creatorId })
      const account = await razorpay.createFundAccount({
        contactId: contact.id,
        holder: details.holder,
        bank: details.method === 'bank' ? details : null,
        upiId: details.upiId,
      })
      const made = await razorpay.createPayout({
        accountNumber: razorpayX.accountNumber,
        fundAccountId: account.id,
        amountPaise: payout.railAmountMinor ?? 0,
        mode: details.method === 'upi' ? 'UPI' : 'IMPS',
        referenceId: payout.id,
        idempotencyKey: payout.id,
      })
      await inTransaction((db) => applyProviderPayout(db, payout.id, made, now))
    } catch (error) {
      if (!(error instanceof RazorpayError && error.isCertain && error.status === 400)) throw error
      platform.log.error({ err: error, payoutId }, 'the provider refused a payout')
      const reason = 'The bank refused these details.'
      await inTransaction((db) => settlePayout(db, payout.id, { status: 'failed', reason, now }))
    }
  },
)

/** Applies the provider's report of a payout, in any order and any number of times. */
async function applyProviderPayout(db: Db, id: string, provider: RazorpayPayout, now: Date): Promise<void> {
  const payout = await lockPayout(db, id)
  if (payout?.rail !== 'razorpayx') return
  await setProviderPayout(db, id, provider.id)
  const bankReference = provider.utr ?? ''
  const reason = provider.status_details?.description ?? ''
  const { status } = provider
  if (status === 'processed') {
    await settlePayout(db, id, { status: 'paid', bankReference, now })
    await keepFee(db, id, provider, now)
  }
  if (status === 'failed' || status === 'rejected' || status === 'cancelled')
    await settlePayout(db, id, { status: 'failed', reason, now })
  if (status === 'reversed') {
    // It may come back before we heard that it had arrived; for us it then never left.
    const outcome = payout.status === 'paid' ? 'reversed' : 'failed'
    const isNew = await settlePayout(db, id, { status: outcome, reason, now })
    // The provider refunds its fee with the money: razorpay.com/docs/x/manage-teams/billing
    if (isNew && payout.railFeeMinor !== null)
      await bookPayoutFeeReturned(db, feeOf(id, payout.railFeeMinor, now))
  }
}

/** Stores and books, once, the provider's fee for a payout that arrived. The platform bears it. */
async function keepFee(db: Db, id: string, { fees, tax }: RazorpayPayout, now: Date): Promise<void> {
  if (fees === null || fees === undefined) return
  if (await setProviderPayoutFee(db, id, { feeMinor: fees, taxMinor: tax ?? 0 }))
    await bookPayoutFee(db, feeOf(id, fees, now))
}

function feeOf(id: string, feeMinor: number, occurredAt: Date): BookedPayoutFee {
  return { id, currency: RAIL_CURRENCY, feeMinor, occurredAt }
}

/** Catches what webhooks may have missed. */
const watchPayouts = defineJob(
  { name: 'payouts.watch-razorpayx', payload: z.object({}), cron: '4,19,34,49 * * * *', maxAttempts: 3 },
  async (db, _, { now }) => {
    const ids = await listWatchedIds(db, new Date(now.getTime() - WATCH_MS))
    const jobs = ids.map((payoutId) => ({ key: `razorpayx:${payoutId}`, payload: { payoutId } }))
    await enqueueKeyed(db, payByRazorpayX, jobs)
  },
)

export const razorpayXJobs = [payByRazorpayX, watchPayouts] as Job[]

export const razorpayXReactions = [
  reactTo(outgoingMoneyReported, 'payouts', async (db, { providerEventId }, { now }) => {
    const payout = (await findStoredEvent(db, providerEventId))?.payload.payout?.entity
    const id = payout?.reference_id
    if (payout && id && /^[0-9a-f-]{36}$/.test(id)) await applyProviderPayout(db, id, payout, now)
  }),
] as EventReaction[]
