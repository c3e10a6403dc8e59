/** Notes as the API stores them; on the wire an empty one is `[]`. */
export type Notes = Record<string, string>

/** JSON as the sandbox sends it. */
export type Wire = Record<string, unknown>

export type Period = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'

export interface Plan {
  id: string
  itemId: string
  period: Period
  interval: number
  name: string
  description: string | null
  amount: number
  currency: string
  notes: Notes
  createdAt: number
}

export type SubscriptionStatus =
  | 'created'
  | 'authenticated'
  | 'active'
  | 'pending'
  | 'halted'
  | 'paused'
  | 'cancelled'
  | 'completed'
  | 'expired'

export interface Addon {
  name: string
  amount: number
  currency: string
}

/** An amount to be added to a subscription's next invoice; it waits until there is one. */
export interface ExtraAddon extends Addon {
  id: string
  itemId: string
  subscriptionId: string
  quantity: number
  invoiceId: string | null
  createdAt: number
}

/** The values PATCH asked for, kept aside until the cycle ends if the change was scheduled. */
export interface SubscriptionChange {
  planId?: string
  quantity?: number
  remainingCount?: number
  offerId?: string
}

export interface Subscription {
  id: string
  planId: string
  customerId: string | null
  status: SubscriptionStatus
  currentStart: number | null
  currentEnd: number | null
  endedAt: number | null
  quantity: number
  notes: Notes
  chargeAt: number | null
  startAt: number | null
  endAt: number | null
  authAttempts: number
  totalCount: number
  paidCount: number
  customerNotify: boolean
  createdAt: number
  expireBy: number | null
  shortCode: string
  scheduledChange: SubscriptionChange | null
  offerId: string | null
  paymentMethod: string | null
  pausedAt: number | null
  pauseInitiatedBy: string | null
  cancelInitiatedBy: string | null
  addons: Addon[]
  /** Never shown on the wire: a cancellation at the cycle's end leaves no trace in the entity. */
  isCancelledAtCycleEnd: boolean
  /** Cycles invoiced so far. */
  cycleCount: number
  /** The current period ends at this many boundaries after the anchor; runs ahead of cycleCount after a pause. */
  periodIndex: number
  anchorAt: number | null
  mandate: Mandate | null
  openInvoiceId: string | null
  /** Forced results of the next automatic charges, first come first served. */
  nextOutcomes: ChargeOutcome[]
  /** The next charge, if the bank has started it ahead of time: it can no longer be stopped. */
  debit?: Debit | null
}

export interface Debit {
  paymentId: string
  invoiceId: string
  /** When the bank answers. */
  dueAt: number
}

/** A customer's consent to further charges: a card, whose number is never kept, or a UPI address. */
export interface Mandate {
  cardKey: string
  /** null for UPI Autopay. */
  card: Card | null
  vpa?: string | null
  tokenId: string
  email: string | null
  contact: string | null
}

export type ChargeOutcome = 'success' | 'failure'

export interface Customer {
  id: string
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
  notes: Notes
  createdAt: number
}

export interface Order {
  id: string
  amount: number
  amountPaid: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  createdAt: number
}

export interface LineItem {
  id: string
  name: string
  amount: number
  quantity: number
  currency: string
  type: 'plan' | 'addon'
}

export interface Invoice {
  id: string
  subscriptionId: string
  orderId: string
  customerId: string | null
  paymentId: string | null
  status: 'issued' | 'paid' | 'cancelled' | 'expired'
  lineItems: LineItem[]
  amount: number
  amountPaid: number
  currency: string
  issuedAt: number
  paidAt: number | null
  cancelledAt: number | null
  shortCode: string
  billingStart: number | null
  billingEnd: number | null
}

export interface Card {
  id: string
  name: string
  last4: string
  network: string
  type: 'credit' | 'debit'
  isInternational: boolean
  iin: string
  /** MM/YY; absent when it was not given. */
  expiry?: string
}

export interface PaymentError {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  description: string
  source: string
  step: string
  reason: string
}

export interface Payment {
  id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  orderId: string | null
  invoiceId: string | null
  /** Internal to the sandbox; the wire's payment has no subscription_id. */
  subscriptionId: string | null
  customerId: string | null
  tokenId: string | null
  /** null when paid by UPI. */
  card: Card | null
  vpa?: string | null
  isCaptured: boolean
  amountRefunded: number
  description: string | null
  email: string | null
  contact: string | null
  notes: Notes
  error: PaymentError | null
  authCode: string | null
  createdAt: number
  /** A customer in the middle of the second factor hasn't decided yet. */
  awaitsOtpUntil: number | null
  /** The settlement that brought it to the bank; absent while the account holds it. */
  settlementId?: string
}

export interface Refund {
  id: string
  paymentId: string
  amount: number
  currency: string
  status: 'pending' | 'processed' | 'failed'
  speed: 'normal' | 'optimum'
  receipt: string | null
  notes: Notes
  createdAt: number
  dueAt: number | null
  /** Absent until it is processed, and in data stored before this was kept. */
  processedAt?: number
  /** The settlement it was deducted from; absent while it still reduces the balance. */
  settlementId?: string
}

export interface Dispute {
  id: string
  paymentId: string
  amount: number
  currency: string
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  reasonCode: string
  /** Absent in data stored before phases existed. */
  phase?: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration'
  createdAt: number
  /** What the merchant answered; absent until then. */
  evidence?: DisputeEvidence
  /** Lost, and deducted from this settlement. */
  settlementId?: string
}

export interface DisputeEvidence {
  /** How much of it is contested, in the currency of the dispute. */
  amount: number
  summary: string
  /** Ids of documents, by what they prove. */
  documents: { type: string; documentIds: string[] }[]
  /** null: a draft. */
  submittedAt: number | null
}

/** A file that the merchant uploaded. */
export interface UploadedDocument {
  id: string
  purpose: string
  name: string
  mime: string
  sizeBytes: number
  createdAt: number
}

/** Money sent from the account to the merchant's bank. Amounts in paise. */
export interface Settlement {
  id: string
  amount: number
  /** Kept by the payments' provider; `tax` is part of `fees`. */
  fees: number
  tax: number
  utr: string
  createdAt: number
}

export interface Payout {
  id: string
  fundAccountId: string
  amount: number
  /** Paise, kept beside the amount. */
  fees: number
  /** The part of `fees` that is tax. */
  tax: number
  status: 'processing' | 'processed' | 'failed' | 'reversed'
  mode: string
  purpose: string
  referenceId: string | null
  utr: string | null
  reason: string | null
  createdAt: number
}
