import type { Card, Payment, Refund, Wire } from '../core/entities.ts'
import { notesWire } from './notes.ts'

/** Rupees per unit of another currency here; settlement, fee and tax are always in INR. */
const INR_PER_UNIT: Record<string, number> = { INR: 1, USD: 83, EUR: 90, GBP: 105 }
const DOMESTIC_FEE_PERCENT = 2
const INTERNATIONAL_FEE_PERCENT = 3
const GST_PERCENT = 18

/** An amount in paise at the sandbox's fixed rate; minor units in. */
export function paiseOf({ amount, currency }: { amount: number; currency: string }): number {
  return Math.round(amount * (INR_PER_UNIT[currency] ?? 83))
}

/** Razorpay's fee (GST included) and that GST, both in paise; null until captured. */
export function feesPaise(payment: Pick<Payment, 'isCaptured' | 'card' | 'amount' | 'currency'>): {
  fee: number | null
  tax: number | null
} {
  if (!payment.isCaptured) return { fee: null, tax: null }
  const percent = payment.card?.isInternational ? INTERNATIONAL_FEE_PERCENT : DOMESTIC_FEE_PERCENT
  const net = Math.round((paiseOf(payment) * percent) / 100)
  const tax = Math.round((net * GST_PERCENT) / 100)
  return { fee: net + tax, tax }
}

function cardWire(card: Card): Wire {
  const [, month, year] = /^(\d{1,2})\D+(\d{2,4})$/.exec(card.expiry ?? '') ?? []
  return {
    ...(month !== undefined && { expiry_month: Number(month), expiry_year: Number(year) }),
    id: card.id,
    entity: 'card',
    name: card.name,
    last4: card.last4,
    network: card.network,
    type: card.type,
    issuer: null,
    international: card.isInternational,
    emi: false,
    sub_type: 'consumer',
    token_iin: null,
  }
}

function refundStatus(payment: Payment): 'full' | 'partial' | null {
  if (payment.amountRefunded === 0) return null
  return payment.amountRefunded < payment.amount ? 'partial' : 'full'
}

/** The payment entity. It doesn't name the subscription it paid: that is found through the invoice. */
export function paymentWire(payment: Payment): Wire {
  const { fee, tax } = feesPaise(payment)
  const wire: Wire = {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
  }
  if (payment.currency !== 'INR') {
    wire['base_amount'] = paiseOf(payment)
    wire['base_currency'] = 'INR'
  }
  Object.assign(wire, {
    status: payment.status,
    order_id: payment.orderId,
    invoice_id: payment.invoiceId,
    international: payment.card?.isInternational ?? false,
    method: payment.card === null ? 'upi' : 'card',
    amount_refunded: payment.amountRefunded,
    refund_status: refundStatus(payment),
    captured: payment.isCaptured,
    description: payment.description,
    card_id: payment.card?.id ?? null,
    ...(payment.card !== null && { card: cardWire(payment.card) }),
    bank: null,
    wallet: null,
    vpa: payment.vpa ?? null,
    email: payment.email,
    contact: payment.contact,
  })
  if (payment.customerId !== null) wire['customer_id'] = payment.customerId
  if (payment.tokenId !== null) wire['token_id'] = payment.tokenId
  Object.assign(wire, {
    notes: notesWire(payment.notes),
    fee,
    tax,
    error_code: payment.error?.code ?? null,
    error_description: payment.error?.description ?? null,
    error_source: payment.error?.source ?? null,
    error_step: payment.error?.step ?? null,
    error_reason: payment.error?.reason ?? null,
    acquirer_data: payment.card === null ? { rrn: payment.authCode } : { auth_code: payment.authCode },
    created_at: payment.createdAt,
  })
  return wire
}

/** The payment at the moment the bank had approved but nothing was captured yet. */
export function authorizedPaymentWire(payment: Payment): Wire {
  return paymentWire({ ...payment, status: 'authorized', isCaptured: false, amountRefunded: 0 })
}

/** The refund entity. */
export function refundWire(refund: Refund): Wire {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency: refund.currency,
    payment_id: refund.paymentId,
    notes: notesWire(refund.notes),
    receipt: refund.receipt,
    acquirer_data: { arn: refund.status === 'processed' ? '10000000000000' : null },
    created_at: refund.createdAt,
    batch_id: null,
    status: refund.status,
    speed_processed: 'normal',
    speed_requested: refund.speed,
  }
}
