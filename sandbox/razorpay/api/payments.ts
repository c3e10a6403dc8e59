import { capturePayment } from '../billing/charge.ts'
import type { Payment, Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { allowKeys, requireInteger, requireText } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { paymentWire } from '../wire/payment.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'

/** The payment named in the path. */
export function getPaymentOf(call: Call): Payment {
  return getEntity(call.context.state.payments, 'pay', idAt(call, 0))
}

function capture(call: Call): Wire {
  allowKeys(call.body, ['amount', 'currency'])
  const payment = getPaymentOf(call)
  const amount = requireInteger(call.body, 'amount')
  const currency = requireText(call.body, 'currency')
  if (payment.isCaptured) throw badRequest('This payment has already been captured')
  if (payment.status !== 'authorized') {
    throw badRequest('Only payments which have been authorized and not yet captured can be captured')
  }
  if (amount !== payment.amount || currency !== payment.currency) {
    throw badRequest('Capture amount must be equal to the amount authorized', 'amount')
  }
  call.context.emit(capturePayment(call.context, payment))
  return paymentWire(payment)
}

/** Payments: read and capture. Refunds have their own file. */
export const paymentRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'payments',
    answer: (call) =>
      pageOf(
        call.query,
        [],
        Object.values(call.context.state.payments),
        (payment) => payment.createdAt,
        paymentWire,
      ),
  },
  { method: 'GET', path: 'payments/:id', answer: (call) => paymentWire(getPaymentOf(call)) },
  { method: 'POST', path: 'payments/:id/capture', answer: capture },
]
