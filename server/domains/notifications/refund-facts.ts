import type { RefundStatus } from '#contract/payments/refund-status.ts'

/** The facts that mails about a refund need. */
export interface RefundFacts {
  status: RefundStatus
  origin: string
  decidedBy: string | null
  currency: string
  amountCents: number
  paidCents: number
  /** Totals of the payment: the refunds decided, and the part of them under way. */
  refundedCents: number
  returnedCents: number
  reason: string
  decisionNote: string
  paidAt: Date
  memberName: string
  memberEmail: string
  ownerName: string
  ownerEmail: string
  pageName: string
  planName: string
  /** It wasn't owed, or a later payment keeps the membership: its refund ends nothing. */
  isPaidOn: boolean
  /** Whether refunding the payment ended something; false where the membership doesn't depend on it. */
  hasEndedPlan: boolean
  /** The plan the member is back on, and until when; null: the membership has ended. */
  leftPlanName: string | null
  leftUntil: Date | null
  /** The membership is over, for whatever reason. */
  hasEnded: boolean
  /** A bank asks for the payment and has not decided: nothing of it can be refunded until then. */
  isDisputed: boolean
  /** Charges on the membership made while the refund was under way go back with it. */
  hasMoreToReturn: boolean
}
