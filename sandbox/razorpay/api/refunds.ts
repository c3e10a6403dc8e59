import { refundPayment } from '../billing/refund.ts'
import { balancePaise } from '../billing/settlement.ts'
import type { Payment, Refund, Wire } from '../core/entities.ts'
import { ApiError, badRequest, unknownId } from '../core/errors.ts'
import { allowKeys, findInteger, findText, readNotes } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { paiseOf, refundWire } from '../wire/payment.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'
import { getPaymentOf } from './payments.ts'

/** One rupee, or what is worth as much. */
const MIN_PAISE = 100
/** Normal refunds end six months after the payment, counted as 182 days. */
const REFUNDABLE_SECONDS = 182 * 86_400

function readSpeed(call: Call): Refund['speed'] {
  const speed = findText(call.body, 'speed') ?? 'normal'
  if (speed !== 'normal' && speed !== 'optimum') throw badRequest('The selected speed is invalid.', 'speed')
  return speed
}

function requireAmount(call: Call, payment: Payment): number {
  if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already.')
  if (!payment.isCaptured) throw badRequest('The payment status should be captured for action to be taken')
  const amount = findInteger(call.body, 'amount') ?? payment.amount - payment.amountRefunded
  if (amount < 1 || paiseOf({ amount, currency: payment.currency }) < MIN_PAISE)
    throw badRequest('The amount must be atleast INR 1.00', 'amount')
  if (amount > payment.amount - payment.amountRefunded) {
    throw badRequest('The refund amount provided is greater than amount captured.', 'amount')
  }
  if (call.context.clock.now() - payment.createdAt > REFUNDABLE_SECONDS) {
    throw new ApiError(400, 'Payment is more than 6 months old, only instant refund is supported', {
      reason: 'NA',
    })
  }
  if (paiseOf({ amount, currency: payment.currency }) > balancePaise(call.context)) {
    throw new ApiError(
      400,
      'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.',
      { reason: 'NA' },
    )
  }
  return amount
}

function readIdempotencyKey(call: Call): string | null {
  const header = call.headers['x-refund-idempotency']
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[A-Za-z0-9_-]{10,}$/.test(header)) {
    throw badRequest('The idempotency key must have at least 10 letters, digits, - or _.')
  }
  return header
}

function refund(call: Call): Wire {
  const { body, context } = call
  allowKeys(body, ['amount', 'speed', 'notes', 'receipt', 'reverse_all'])
  const payment = getPaymentOf(call)
  const key = readIdempotencyKey(call)
  const fingerprint = JSON.stringify([payment.id, body])
  if (key !== null && Object.hasOwn(context.state.refundKeys, key)) {
    const earlier = context.state.refundKeys[key]
    const earlierRefund = context.state.refunds[earlier?.refundId ?? '']
    if (earlier?.fingerprint !== fingerprint || earlierRefund === undefined) {
      throw new ApiError(409, 'Different request with the same idempotency key has already been processed.')
    }
    return refundWire(earlierRefund)
  }
  const created = refundPayment(context, payment, {
    amount: requireAmount(call, payment),
    speed: readSpeed(call),
    receipt: findText(body, 'receipt'),
    notes: readNotes(body),
  })
  if (key !== null) context.state.refundKeys[key] = { fingerprint, refundId: created.id }
  return refundWire(created)
}

function listRefunds(call: Call, refunds: Refund[]): Wire {
  return pageOf(call.query, [], refunds, (entry) => entry.createdAt, refundWire)
}

function refundsOf(call: Call, payment: Payment): Refund[] {
  return Object.values(call.context.state.refunds).filter((entry) => entry.paymentId === payment.id)
}

function getRefundOfPayment(call: Call): Refund {
  const found = getEntity(call.context.state.refunds, 'rfnd', idAt(call, 1))
  if (found.paymentId !== getPaymentOf(call).id) throw unknownId()
  return found
}

/** Refunds, reached through their payment or directly. */
export const refundRoutes: ApiRoute[] = [
  { method: 'POST', path: 'payments/:id/refund', answer: refund },
  {
    method: 'GET',
    path: 'payments/:id/refunds',
    answer: (call) => listRefunds(call, refundsOf(call, getPaymentOf(call))),
  },
  {
    method: 'GET',
    path: 'payments/:id/refunds/:id',
    answer: (call) => refundWire(getRefundOfPayment(call)),
  },
  {
    method: 'GET',
    path: 'refunds',
    answer: (call) => listRefunds(call, Object.values(call.context.state.refunds)),
  },
  {
    method: 'GET',
    path: 'refunds/:id',
    answer: (call) => refundWire(getEntity(call.context.state.refunds, 'rfnd', idAt(call, 0))),
  },
]
