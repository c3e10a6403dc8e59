import type { Domain } from '#server/platform/domain.ts'

import { accountCheckJobs } from './account-check/account-check.ts'
import { paymentErasure } from './account-erasure.ts'
import { disputeDeskReactions } from './disputes/dispute-desk.ts'
import { disputeLossReactions } from './disputes/dispute-losses.ts'
import { evidenceJobs } from './disputes/evidence.ts'
import { billingImplementations } from './receipts/billing-details-routes.ts'
import { numbering } from './receipts/numbering.ts'
import { paymentData } from './receipts/own-data.ts'
import { paymentJobs } from './refunds/refund-jobs.ts'
import { refundImplementations } from './refunds/refund-routes.ts'
import { paymentImplementations } from './routes.ts'
import { settlementJobs } from './settlements/settlements.ts'
import { webhookReactions } from './webhook-reactions.ts'

/** Charges, receipts, refunds, disputes and settlements. */
export const payments: Domain = {
  implementations: [...paymentImplementations, ...refundImplementations, ...billingImplementations],
  jobs: [...paymentJobs, ...settlementJobs, ...accountCheckJobs, ...evidenceJobs],
  eachSecond: numbering,
  reactions: [...webhookReactions, ...disputeLossReactions, ...disputeDeskReactions],
  erasure: paymentErasure,
  ownData: [paymentData],
}
