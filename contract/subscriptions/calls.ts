import type { CallOf } from '../http/route.ts'
import type * as billingOverviewRoutes from './billing-overview-routes.ts'
import type * as changeRoutes from './change-routes.ts'
import type * as endingRoutes from './ending-routes.ts'
import type * as routes from './routes.ts'

export const createSubscription: CallOf<typeof routes.createSubscription> = {
  method: 'POST',
  path: '/m2cSubscription/create',
}
export const createRazorpaySubscription: CallOf<typeof routes.createRazorpaySubscription> = {
  method: 'POST',
  path: '/razorpay/createRazorpaySubscription',
}
export const createCheckoutSession: CallOf<typeof routes.createCheckoutSession> = {
  method: 'POST',
  path: '/m2cSubscription/checkout-session',
}
export const confirmPayment: CallOf<typeof routes.confirmPayment> = {
  method: 'POST',
  path: '/razorpay/success',
}
export const getUserSubscriptions: CallOf<typeof routes.getUserSubscriptions> = {
  method: 'GET',
  path: '/m2cSubscription/getUserSubscriptions',
}
export const getPausedSubscriptions: CallOf<typeof routes.getPausedSubscriptions> = {
  method: 'GET',
  path: '/m2cSubscription/getPausedSubscriptions',
}
export const getSubscription: CallOf<typeof routes.getSubscription> = {
  method: 'GET',
  path: '/m2cSubscription/:m2cSubscriptionId',
}
export const cancelSubscription: CallOf<typeof routes.cancelSubscription> = {
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/cancel',
}
export const resumeSubscription: CallOf<typeof routes.resumeSubscription> = {
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/resume',
}
export const getBillingOverview: CallOf<typeof billingOverviewRoutes.getBillingOverview> = {
  method: 'GET',
  path: '/m2cSubscription/billingOverview',
}
export const setBudget: CallOf<typeof billingOverviewRoutes.setBudget> = {
  method: 'PUT',
  path: '/m2cSubscription/budget',
}
export const previewPlanChange: CallOf<typeof changeRoutes.previewPlanChange> = {
  method: 'GET',
  path: '/m2cSubscription/:m2cSubscriptionId/change-preview',
}
export const changePlan: CallOf<typeof changeRoutes.changePlan> = {
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/change',
}
export const reactivate: CallOf<typeof changeRoutes.reactivate> = {
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/reactivate',
}
export const changeCard: CallOf<typeof changeRoutes.changeCard> = {
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/change-card',
}
export const pauseSubscription: CallOf<typeof changeRoutes.pauseSubscription> = {
  method: 'POST',
  path: '/m2cSubscription/:m2cSubscriptionId/pause',
}
export const endMembership: CallOf<typeof endingRoutes.endMembership> = {
  method: 'POST',
  path: '/members/:m2cSubscriptionId/end',
}
