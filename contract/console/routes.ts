import { approvalRoutes } from './approval-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { staffPaymentRoutes } from './payment-routes.ts'
import { staffPayoutRoutes } from './payout-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { staffRefundRoutes } from './refund-routes.ts'
import { getOwnRights } from './rights-routes.ts'

/** Every call of the console. Screens import the file of theirs. */
export const consoleRoutes = [
  getOwnRights,
  ...auditRoutes,
  ...peopleRoutes,
  ...staffPaymentRoutes,
  ...staffRefundRoutes,
  ...staffPayoutRoutes,
  ...approvalRoutes,
] as const
