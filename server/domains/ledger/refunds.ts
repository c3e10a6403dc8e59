import type { Db } from '#server/platform/db/query.ts'

import { book, creatorEntry, entry } from './book.ts'

/** A part of a charge that goes back. Amounts in minor units; fee + net = amount. */
export interface TakenBack {
  /** Our refund's id, or the provider's dispute id. */
  id: string
  /** The provider's id of the payment it takes from. */
  paymentId: string
  creatorId: string
  currency: string
  amountMinor: number
  feeMinor: number
  netMinor: number
  occurredAt: Date
}

function base(taken: Pick<TakenBack, 'paymentId' | 'occurredAt'>, reference: string) {
  return { reference, takesBack: `charge:${taken.paymentId}`, occurredAt: taken.occurredAt }
}

/** A refund is decided: from now on the money is owed to the supporter, not to platform and creator. */
export function bookRefund(db: Db, refund: TakenBack): Promise<boolean> {
  const { currency } = refund
  return book(db, {
    ...base(refund, `refund:${refund.id}`),
    entries: [
      entry('platform_fees', currency, refund.feeMinor),
      creatorEntry(refund.creatorId, currency, refund.netMinor),
      entry('refunds_payable', currency, -refund.amountMinor),
    ],
  })
}

/** The provider accepted the refund: the money left what it holds for us. */
export function bookRefundSent(db: Db, refund: TakenBack): Promise<boolean> {
  return book(db, {
    ...base(refund, `refund-sent:${refund.id}`),
    entries: [
      entry('refunds_payable', refund.currency, refund.amountMinor),
      entry('provider_clearing', refund.currency, -refund.amountMinor),
    ],
  })
}

/** The provider failed to make it after all, and it is still owed: the money is with the provider again. */
export function bookRefundCameBack(db: Db, refund: TakenBack): Promise<boolean> {
  return book(db, {
    ...base(refund, `refund-returned:${refund.id}`),
    entries: [
      entry('provider_clearing', refund.currency, refund.amountMinor),
      entry('refunds_payable', refund.currency, -refund.amountMinor),
    ],
  })
}

/** The operator paid it by bank transfer: the money left our bank account, without the provider. */
export function bookRefundPaid(db: Db, refund: TakenBack): Promise<boolean> {
  return book(db, {
    ...base(refund, `refund-paid:${refund.id}`),
    entries: [
      entry('refunds_payable', refund.currency, refund.amountMinor),
      entry('bank', refund.currency, -refund.amountMinor),
    ],
  })
}

/**
 * The refund did not reach the supporter; everything is as before. `wasSent`: the provider returned the money to us.
 */
export function bookRefundFailed(db: Db, refund: TakenBack, wasSent: boolean): Promise<boolean> {
  const { currency } = refund
  return book(db, {
    ...base(refund, `refund-failed:${refund.id}`),
    entries: [
      entry('platform_fees', currency, -refund.feeMinor),
      creatorEntry(refund.creatorId, currency, -refund.netMinor),
      entry(wasSent ? 'provider_clearing' : 'refunds_payable', currency, refund.amountMinor),
    ],
  })
}

/** A bank asks a charge back: until that is settled, nobody owns the money. */
export function bookDisputeOpened(db: Db, dispute: TakenBack): Promise<boolean> {
  const { currency } = dispute
  return book(db, {
    ...base(dispute, `dispute:${dispute.id}`),
    entries: [
      entry('platform_fees', currency, dispute.feeMinor),
      creatorEntry(dispute.creatorId, currency, dispute.netMinor),
      entry('disputes', currency, -dispute.amountMinor),
    ],
  })
}

/**
 * What a dispute takes of its charge after it was opened, once there is more of it, or gives back where there was less
 * (negative amounts). `id`: the dispute's and that of the change. `isOfLoss`: it was lost by then, and the platform bears
 * so much less of it.
 */
export function bookDisputeChange(
  db: Db,
  change: TakenBack,
  { isOfLoss }: { isOfLoss: boolean },
): Promise<boolean> {
  const { currency, amountMinor } = change
  return book(db, {
    ...base(change, `${amountMinor < 0 ? 'dispute-released' : 'dispute'}:${change.id}`),
    entries: [
      entry('platform_fees', currency, change.feeMinor),
      creatorEntry(change.creatorId, currency, change.netMinor),
      entry(isOfLoss ? 'dispute_losses' : 'disputes', currency, -amountMinor),
    ],
  })
}

/** Won or dropped: what was frozen is owed to platform and creator again. */
export function bookDisputeReleased(db: Db, dispute: TakenBack): Promise<boolean> {
  const { currency } = dispute
  return book(db, {
    ...base(dispute, `dispute-released:${dispute.id}`),
    entries: [
      entry('disputes', currency, dispute.amountMinor),
      entry('platform_fees', currency, -dispute.feeMinor),
      creatorEntry(dispute.creatorId, currency, -dispute.netMinor),
    ],
  })
}

/** Lost: the provider gave the money to the bank. */
export function bookDisputeLost(db: Db, dispute: TakenBack): Promise<boolean> {
  return book(db, {
    ...base(dispute, `dispute-lost:${dispute.id}`),
    entries: [
      entry('disputes', dispute.currency, dispute.amountMinor),
      entry('provider_clearing', dispute.currency, -dispute.amountMinor),
    ],
  })
}

/** Lost beyond what was held, as where the money had already gone back: the provider gave it to the bank at our expense. */
export function bookDisputeLoss(
  db: Db,
  loss: Pick<TakenBack, 'id' | 'paymentId' | 'currency' | 'amountMinor' | 'occurredAt'>,
): Promise<boolean> {
  return book(db, {
    ...base(loss, `dispute-loss:${loss.id}`),
    entries: [
      entry('dispute_losses', loss.currency, loss.amountMinor),
      entry('provider_clearing', loss.currency, -loss.amountMinor),
    ],
  })
}
