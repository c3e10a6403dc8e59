import * as z from 'zod/mini'

import { flag, id, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { refundFailures } from '../payments/failures.ts'
import { memberFailures, subscriptionFailures } from './failures.ts'

export const endMembership = route({
  method: 'POST',
  path: '/members/:m2cSubscriptionId/end',
  caller: 'owner',
  summary:
    "Ends a membership of the caller's page with its paid period, and refunds its last payment if wanted; access then ends once that money is on its way.",
  input: z.object({ m2cSubscriptionId: id(), refund: z._default(flag(), false) }),
  output: saying,
  failures: [
    memberFailures.member_not_found,
    subscriptionFailures.not_running,
    refundFailures.refund_too_large,
    refundFailures.refund_exists,
  ],
})

export const endingRoutes = [endMembership] as const
