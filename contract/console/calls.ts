import type { CallOf } from '../http/route.ts'
import type * as approvalRoutes from './approval-routes.ts'
import type * as auditRoutes from './audit-routes.ts'
import type * as disputeRoutes from './dispute-routes.ts'
import type * as errorRoutes from './error-routes.ts'
import type * as jobRoutes from './job-routes.ts'
import type * as moneyRoutes from './money-routes.ts'
import type * as passRoutes from './pass-routes.ts'
import type * as paymentRoutes from './payment-routes.ts'
import type * as payoutRoutes from './payout-routes.ts'
import type * as peopleRoutes from './people-routes.ts'
import type * as refundRoutes from './refund-routes.ts'
import type * as rightsRoutes from './rights-routes.ts'
import type * as settingRoutes from './setting-routes.ts'

export const listApprovals: CallOf<typeof approvalRoutes.listApprovals> = {
  method: 'GET',
  path: '/staff/approvals',
}
export const decideApproval: CallOf<typeof approvalRoutes.decideApproval> = {
  method: 'POST',
  path: '/staff/approvals/:approvalId/decide',
}
export const listStaffMembers: CallOf<typeof auditRoutes.listStaffMembers> = {
  method: 'GET',
  path: '/staff/roles',
}
export const askForRole: CallOf<typeof auditRoutes.askForRole> = { method: 'POST', path: '/staff/roles' }
export const endRolesOf: CallOf<typeof auditRoutes.endRolesOf> = {
  method: 'POST',
  path: '/staff/roles/:userId/end',
}
export const listAuditLog: CallOf<typeof auditRoutes.listAuditLog> = { method: 'GET', path: '/staff/audit' }
export const getOverview: CallOf<typeof auditRoutes.getOverview> = { method: 'GET', path: '/staff/overview' }
export const listDisputes: CallOf<typeof disputeRoutes.listDisputes> = {
  method: 'GET',
  path: '/staff/disputes',
}
export const getDispute: CallOf<typeof disputeRoutes.getDispute> = {
  method: 'GET',
  path: '/staff/disputes/:disputeId',
}
export const answerDispute: CallOf<typeof disputeRoutes.answerDispute> = {
  method: 'POST',
  path: '/staff/disputes/:disputeId/evidence',
}
export const listErrors: CallOf<typeof errorRoutes.listErrors> = { method: 'GET', path: '/staff/errors' }
export const resolveError: CallOf<typeof errorRoutes.resolveError> = {
  method: 'POST',
  path: '/staff/errors/:errorId/resolve',
}
export const listJobs: CallOf<typeof jobRoutes.listJobs> = { method: 'GET', path: '/staff/jobs' }
export const retryJob: CallOf<typeof jobRoutes.retryJob> = {
  method: 'POST',
  path: '/staff/jobs/:jobId/retry',
}
export const dropJob: CallOf<typeof jobRoutes.dropJob> = { method: 'POST', path: '/staff/jobs/:jobId/drop' }
export const listEvents: CallOf<typeof jobRoutes.listEvents> = { method: 'GET', path: '/staff/events' }
export const applyEvent: CallOf<typeof jobRoutes.applyEvent> = {
  method: 'POST',
  path: '/staff/events/:eventId/apply',
}
export const getMoneyChecks: CallOf<typeof moneyRoutes.getMoneyChecks> = {
  method: 'GET',
  path: '/staff/money',
}
export const redeemPass: CallOf<typeof passRoutes.redeemPass> = { method: 'POST', path: '/staff/passes' }
export const getPass: CallOf<typeof passRoutes.getPass> = { method: 'GET', path: '/staff/passes/:passId' }
export const leavePass: CallOf<typeof passRoutes.leavePass> = {
  method: 'POST',
  path: '/staff/passes/:passId/end',
}
export const seenSubscriptions: CallOf<typeof passRoutes.seenSubscriptions> = {
  method: 'GET',
  path: '/staff/passes/:passId/seen/m2cSubscription/getUserSubscriptions',
}
export const seenPausedSubscriptions: CallOf<typeof passRoutes.seenPausedSubscriptions> = {
  method: 'GET',
  path: '/staff/passes/:passId/seen/m2cSubscription/getPausedSubscriptions',
}
export const seenPayments: CallOf<typeof passRoutes.seenPayments> = {
  method: 'GET',
  path: '/staff/passes/:passId/seen/payment/getUserPayments',
}
export const seenChoices: CallOf<typeof passRoutes.seenChoices> = {
  method: 'GET',
  path: '/staff/passes/:passId/seen/user/notification-choices',
}
export const seenFollows: CallOf<typeof passRoutes.seenFollows> = {
  method: 'GET',
  path: '/staff/passes/:passId/seen/user/follows',
}
export const seenPosts: CallOf<typeof passRoutes.seenPosts> = {
  method: 'GET',
  path: '/staff/passes/:passId/seen/post/getPostsByPageHandle/:pageHandle',
}
export const listStaffPayments: CallOf<typeof paymentRoutes.listStaffPayments> = {
  method: 'GET',
  path: '/staff/payments',
}
export const getStaffPayment: CallOf<typeof paymentRoutes.getStaffPayment> = {
  method: 'GET',
  path: '/staff/payments/:paymentId',
}
export const refundAsStaff: CallOf<typeof paymentRoutes.refundAsStaff> = {
  method: 'POST',
  path: '/staff/refunds',
}
export const listStaffPayouts: CallOf<typeof payoutRoutes.listStaffPayouts> = {
  method: 'GET',
  path: '/staff/payouts',
}
export const holdPayoutAsStaff: CallOf<typeof payoutRoutes.holdPayoutAsStaff> = {
  method: 'POST',
  path: '/staff/payouts/:payoutId/hold',
}
export const askPayoutRelease: CallOf<typeof payoutRoutes.askPayoutRelease> = {
  method: 'POST',
  path: '/staff/payouts/:payoutId/release',
}
export const failPayoutAsStaff: CallOf<typeof payoutRoutes.failPayoutAsStaff> = {
  method: 'POST',
  path: '/staff/payouts/:payoutId/fail',
}
export const listPeople: CallOf<typeof peopleRoutes.listPeople> = { method: 'GET', path: '/staff/people' }
export const getPerson: CallOf<typeof peopleRoutes.getPerson> = {
  method: 'GET',
  path: '/staff/people/:userId',
}
export const unmaskAddress: CallOf<typeof peopleRoutes.unmaskAddress> = {
  method: 'POST',
  path: '/staff/people/:userId/contact',
}
export const listStaffCreators: CallOf<typeof peopleRoutes.listStaffCreators> = {
  method: 'GET',
  path: '/staff/creators',
}
export const getStaffCreator: CallOf<typeof peopleRoutes.getStaffCreator> = {
  method: 'GET',
  path: '/staff/creators/:creatorId',
}
export const listStaffRefunds: CallOf<typeof refundRoutes.listStaffRefunds> = {
  method: 'GET',
  path: '/staff/refunds',
}
export const actOnRefund: CallOf<typeof refundRoutes.actOnRefund> = {
  method: 'POST',
  path: '/staff/refunds/:refundId/act',
}
export const getOwnRights: CallOf<typeof rightsRoutes.getOwnRights> = { method: 'GET', path: '/staff/me' }
export const getSettings: CallOf<typeof settingRoutes.getSettings> = {
  method: 'GET',
  path: '/staff/settings',
}
