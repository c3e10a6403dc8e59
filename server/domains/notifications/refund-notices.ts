import { enqueueLetter } from '#server/domains/accounts/service.ts'
import {
  disputeAnswered,
  disputeChanged,
  refundDecided,
  refundNeedsTransfer,
  refundRequested,
  refundSettled,
} from '#server/domains/payments/events.ts'
import { refundEffectsApplied, refundEffectsUndone } from '#server/domains/subscriptions/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'

import { disputeAnsweredLetter, disputeLetter, disputeLostLetter } from './dispute-emails.ts'
import { findDisputeFacts, findLastRefundId, findRefundFacts, findSentEvidence } from './queries.ts'
import {
  refundAskedLetter,
  refundDecisionLetter,
  refundDoneLetter,
  refundFailedLetter,
  refundTransferLetter,
  type Standing,
} from './refund-emails.ts'
import type { RefundFacts } from './refund-facts.ts'
import {
  refundDoneNoticeLetter,
  refundFailedNoticeLetter,
  refundNoticeLetter,
  refundRequestLetter,
} from './refund-notice-emails.ts'

export const refundNotices = [
  reactTo(refundRequested, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (facts?.status !== 'requested') return
    const { publicUrl } = platform.config
    await enqueueLetter(db, platform, (language) => refundRequestLetter(facts, publicUrl, language))
    await enqueueLetter(db, platform, (language) => refundAskedLetter(facts, publicUrl, language))
  }),

  reactTo(refundDecided, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    // If the money has already left, or the refund failed, the mail about that says it all.
    if (!facts || facts.status === 'processed' || facts.status === 'failed') return
    const { publicUrl } = platform.config
    await enqueueLetter(db, platform, (language) => refundDecisionLetter(facts, publicUrl, language))
    if (facts.decidedBy !== 'creator')
      await enqueueLetter(db, platform, (language) => refundNoticeLetter(facts, publicUrl, language))
  }),

  reactTo(refundNeedsTransfer, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (facts?.status === 'manual')
      await enqueueLetter(db, platform, (language) =>
        refundTransferLetter(facts, platform.config.publicUrl, language),
      )
  }),

  reactTo(refundSettled, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (!facts) return
    if (facts.status === 'failed') await tellFailure(db, platform, facts, 'unchanged')
    // Nothing is left of the payment: sent once everything it paid for has ended.
    else if (facts.returnedCents < facts.paidCents) await tellDone(db, platform, facts)
  }),

  reactTo(refundEffectsApplied, 'notifications', async (db, { paymentId }, { platform }) => {
    const refundId = await findLastRefundId(db, paymentId)
    const facts = refundId && (await findRefundFacts(db, refundId))
    if (facts) await tellDone(db, platform, facts)
  }),

  reactTo(refundEffectsUndone, 'notifications', async (db, { refundId, isRestored }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (facts) await tellFailure(db, platform, facts, isRestored ? 'restored' : 'ended')
  }),

  reactTo(disputeChanged, 'notifications', async (db, { providerDisputeId, status }, { platform }) => {
    const facts = await findDisputeFacts(db, providerDisputeId)
    // If the dispute has moved on since, the event for that reports it.
    if (!facts || (status !== undefined && facts.status !== status)) return
    const { publicUrl } = platform.config
    await enqueueLetter(db, platform, (language) => disputeLetter(facts, publicUrl, language))
    if (facts.status === 'lost')
      await enqueueLetter(db, platform, (language) => disputeLostLetter(facts, publicUrl, language))
  }),

  reactTo(disputeAnswered, 'notifications', async (db, { evidenceId }, { platform }) => {
    const providerDisputeId = await findSentEvidence(db, evidenceId)
    const facts = providerDisputeId && (await findDisputeFacts(db, providerDisputeId))
    if (!facts) return
    const { publicUrl } = platform.config
    await enqueueLetter(db, platform, (language) => disputeAnsweredLetter(facts, publicUrl, language))
  }),
] as EventReaction[]

async function tellDone(db: Db, platform: Platform, facts: RefundFacts): Promise<void> {
  const { publicUrl } = platform.config
  await enqueueLetter(db, platform, (language) => refundDoneLetter(facts, publicUrl, language))
  await enqueueLetter(db, platform, (language) => refundDoneNoticeLetter(facts, publicUrl, language))
}

async function tellFailure(
  db: Db,
  platform: Platform,
  facts: RefundFacts,
  standing: Standing,
): Promise<void> {
  const { publicUrl } = platform.config
  await enqueueLetter(db, platform, (language) => refundFailedLetter(facts, standing, publicUrl, language))
  await enqueueLetter(db, platform, (language) => refundFailedNoticeLetter(facts, publicUrl, language))
}
