import { defineFailures } from '../http/route.ts'
import { REFUND_WINDOW_DAYS } from './refund-window.ts'

export const paymentFailures = defineFailures({
  payment_not_found: { status: 404, message: 'There is no such payment.' },
  receipt_not_numbered: {
    status: 409,
    message: 'This receipt is just being numbered. Please try again in a moment.',
  },
})

export const refundFailures = defineFailures({
  refund_not_found: { status: 404, message: 'There is no such refund request.' },
  refund_window_over: {
    status: 409,
    message: `This payment is more than ${REFUND_WINDOW_DAYS} days old and can no longer be refunded on request.`,
  },
  refund_exists: { status: 409, message: 'A refund of this payment has already been requested.' },
  refund_decided: { status: 409, message: 'This request has already been decided.' },
  refund_not_failed: { status: 409, message: 'Only a refund that did not arrive can be sent again.' },
  refund_not_manual: {
    status: 409,
    message: 'Only a refund that is waiting for a bank transfer can be settled by one.',
  },
  refund_disputed: {
    status: 409,
    message: 'A bank has asked for this payment back, so it can’t be refunded as well.',
  },
  refund_too_large: {
    status: 409,
    message: 'This is more than is left of the payment.',
    field: 'amount',
  },
})
