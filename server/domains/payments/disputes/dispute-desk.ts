import { enqueueLetter } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'

import { sendRefund } from '../refunds/refund-jobs.ts'
import { takeStopped } from '../refunds/refund-list-queries.ts'
import { disputeAnswered, disputeChanged } from '../events.ts'
import { findDeskFacts } from './desk-queries.ts'
import { disputeDeskLetter, type DeskNews } from './dispute-letters.ts'
import { findEvidence } from './evidence-queries.ts'

/** The operator hears of a dispute when there is something to do, and when it is over. */
async function tell(
  db: Db,
  platform: Platform,
  { providerDisputeId, news }: { providerDisputeId: string; news: DeskNews },
): Promise<void> {
  const { operatorMailTo, operator, publicUrl } = platform.config
  const facts = await findDeskFacts(db, providerDisputeId)
  if (operatorMailTo === null || !facts) return
  const to = { name: operator.name, address: operatorMailTo }
  await enqueueLetter(db, platform, (language) => disputeDeskLetter(to, { facts, news, publicUrl }, language))
}

/** Refunds of the payment stopped while the bank was deciding; what it left goes on. */
async function sendStopped(db: Db, providerDisputeId: string): Promise<void> {
  for (const refundId of await takeStopped(db, providerDisputeId))
    await enqueue(db, sendRefund, { refundId }, { key: `refund:${refundId}` })
}

export const disputeDeskReactions = [
  reactTo(disputeChanged, 'payments', async (db, { providerDisputeId, status }, { platform }) => {
    if (status !== 'open' && status !== undefined) await sendStopped(db, providerDisputeId)
    // Suspicions of fraud are for the creator to answer, by a refund.
    if (status === undefined || status === 'suspected' || status === 'cleared') return
    await tell(db, platform, { providerDisputeId, news: status === 'open' ? 'opened' : status })
  }),
  reactTo(disputeAnswered, 'payments', async (db, { evidenceId }, { platform }) => {
    const evidence = await findEvidence(db, evidenceId)
    if (!evidence || evidence.state === 'queued') return
    await tell(db, platform, { providerDisputeId: evidence.providerDisputeId, news: evidence.state })
  }),
] as EventReaction[]
