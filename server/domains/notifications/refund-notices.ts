import {
  disputeChanged,
  refundDecided,
  refundRequested,
  refundSettled,
} from '#server/domains/payments/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { layOut } from '#server/platform/mail/layout.ts'

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
    await platform.mailer.send(layOut(refundRequestLetter(facts, platform.config.publicUrl)))
  }),

  reactTo(refundDecided, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (!facts) return
    const { publicUrl } = platform.config
    await platform.mailer.send(layOut(refundDecisionLetter(facts, publicUrl)))
    if (facts.decidedBy !== 'creator')
      await platform.mailer.send(layOut(refundNoticeLetter(facts, publicUrl)))
  }),

  reactTo(refundSettled, 'notifications', async (db, { refundId }, { platform }) => {
    const facts = await findRefundFacts(db, refundId)
    if (facts?.status !== 'failed') return
    await platform.mailer.send(layOut(refundFailedLetter(facts, platform.config.publicUrl)))
  }),

  reactTo(disputeChanged, 'notifications', async (db, { providerDisputeId }, { platform }) => {
    const facts = await findDisputeFacts(db, providerDisputeId)
    if (facts) await platform.mailer.send(layOut(disputeLetter(facts, platform.config.publicUrl)))
  }),
] as EventReaction[]
