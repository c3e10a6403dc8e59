import * as z from 'zod/mini'

import { disputeStatus } from '#contract/payments/dispute-status.ts'
import { defineEvent } from '#server/platform/jobs/events.ts'

/** Money came in and is booked. */
export const paymentCaptured = defineEvent('payments.captured', z.object({ paymentId: z.string() }))

/** A supporter asks for a refund, and the creator has to decide. */
export const refundRequested = defineEvent('payments.refund-requested', z.object({ refundId: z.string() }))

/** A refund was approved or declined. */
export const refundDecided = defineEvent('payments.refund-decided', z.object({ refundId: z.string() }))

/** A refund's money is on its way, or failed to leave. */
export const refundSettled = defineEvent('payments.refund-settled', z.object({ refundId: z.string() }))

/** Nothing is left of a payment, and the money is on its way: what it opened ends. */
export const paymentRefunded = defineEvent('payments.refunded', z.object({ paymentId: z.string() }))

/** The money of a fully refunded payment came back to us: what it opened is restored. */
export const refundBounced = defineEvent(
  'payments.refund-bounced',
  z.object({ paymentId: z.string(), refundId: z.string() }),
)

/** The provider cannot make a refund: the operator pays it by bank transfer. */
export const refundNeedsTransfer = defineEvent(
  'payments.refund-needs-transfer',
  z.object({ refundId: z.string() }),
)

/** A bank took money that had already gone back, and the platform bears it. */
export const disputeLossBorne = defineEvent(
  'payments.dispute-loss-borne',
  z.object({ providerDisputeId: z.string() }),
)

/** An answer to a bank was taken by the provider, or refused. */
export const disputeAnswered = defineEvent('payments.dispute-answered', z.object({ evidenceId: z.string() }))

/** A bank asks a payment back, or may, or has decided about it. `status`: its state since then. */
export const disputeChanged = defineEvent(
  'payments.dispute-changed',
  z.object({ providerDisputeId: z.string(), status: z.optional(disputeStatus) }),
)
