import { sendLetter } from '#server/domains/accounts/service.ts'
import {
  disputeChanged,
  refundDecided,
  refundRequested,
  refundSettled,
} from '#server/domains/payments/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { findDisputeFacts, findRefundFacts } from './queries.ts'
import {
  disputeLetter,
  refundDecisionLetter,
  refundFailedLetter,
  refundNoticeLetter,
  refundRequestLetter,
} from './refund-emails.ts'

export const refundNotices = [
  reactTo(refundRequested, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (facts?.status !== 'requested') return
    await sendLetter(db, platform, refundRequestLetter(facts, platform.config.publicUrl))
  }),

  reactTo(refundDecided, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (!facts) return
    const { publicUrl } = platform.config
    await sendLetter(db, platform, refundDecisionLetter(facts, publicUrl))
    if (facts.decidedBy !== 'creator') await sendLetter(db, platform, refundNoticeLetter(facts, publicUrl))
  }),

  reactTo(refundSettled, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (facts?.status !== 'failed') return
    await sendLetter(db, platform, refundFailedLetter(facts, platform.config.publicUrl))
  }),

  reactTo(disputeChanged, 'notifications', async (db, { providerDisputeId }, { platform }) => {
    const facts = await findDisputeFacts(db, providerDisputeId)
    if (facts) await sendLetter(db, platform, disputeLetter(facts, platform.config.publicUrl))
  }),
] as EventReaction[]
