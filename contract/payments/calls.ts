import type { CallOf } from '../http/route.ts'
import type * as billingRoutes from './billing-routes.ts'
import type * as refundRoutes from './refund-routes.ts'
import type * as routes from './routes.ts'

export const getCreatorPayments: CallOf<typeof routes.getCreatorPayments> = {
  method: 'GET',
  path: '/creatorpayments/getCreatorPayments',
}
export const getUserPayments: CallOf<typeof routes.getUserPayments> = {
  method: 'GET',
  path: '/payment/getUserPayments',
}
export const getReceipt: CallOf<typeof routes.getReceipt> = {
  method: 'GET',
  path: '/payment/receipt/:paymentId',
}
export const getReceiptPdf: CallOf<typeof billingRoutes.getReceiptPdf> = {
  method: 'GET',
  path: '/payment/receipt/:paymentId/pdf',
}
export const getBillingDetails: CallOf<typeof billingRoutes.getBillingDetails> = {
  method: 'GET',
  path: '/user/billing',
}
export const saveBillingDetails: CallOf<typeof billingRoutes.saveBillingDetails> = {
  method: 'PUT',
  path: '/user/billing',
}
export const requestRefund: CallOf<typeof refundRoutes.requestRefund> = {
  method: 'POST',
  path: '/refund/request',
}
export const getRefunds: CallOf<typeof refundRoutes.getRefunds> = {
  method: 'GET',
  path: '/refund/getRefunds',
}
export const decideRefund: CallOf<typeof refundRoutes.decideRefund> = {
  method: 'POST',
  path: '/refund/decide/:refundId',
}
export const giveRefund: CallOf<typeof refundRoutes.giveRefund> = {
  method: 'POST',
  path: '/refund/give/:paymentId',
}
export const retryRefund: CallOf<typeof refundRoutes.retryRefund> = {
  method: 'POST',
  path: '/refund/retry/:refundId',
}
