import * as z from 'zod/mini'

import { moment } from '../fields.ts'
import { route } from '../http/route.ts'

/** Amounts in one currency. */
const sums = {
  /** The amount refunded to them: fromBalance + fromFees. */
  returned: z.number(),
  /** The creator's share of it. */
  fromBalance: z.number(),
  /** The platform's share of it, which the platform returns as well. */
  fromFees: z.number(),
  /** The whole balance before that: available, pending and reserved. */
  balance: z.number(),
  /** balance − fromBalance. Negative: the platform bears the shortfall. */
  left: z.number(),
  /** The amount that can be requested as a payout now; never negative. */
  payable: z.number(),
}

export const getClosing = route({
  method: 'GET',
  path: '/payout/closing',
  caller: 'payee',
  summary:
    "What closing the caller's page costs: the refunds to its members, and what remains of the balance. As of now, or of the day on which the deletion was requested. Computed from payments and ledger.",
  input: z.object({}),
  output: z.object({
    /** Memberships that are paid beyond the closing, in dollars or in rupees. */
    memberCount: z.number(),
    ...sums,
    /** The same for amounts in rupees; null if there are none. */
    rupees: z.nullable(z.object(sums)),
    /** Since when the page has been closed; null if no deletion was requested. */
    closedSince: z.nullable(moment),
    currency: z.string(),
  }),
  failures: [],
})

export const closingRoutes = [getClosing] as const
