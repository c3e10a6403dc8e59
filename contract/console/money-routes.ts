import * as z from 'zod/mini'

import { moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { MONEY_CHECKS, MONEY_PLACES, MONEY_PROBLEMS, MONEY_STATES } from './money-checks.ts'

const finding = z.object({
  problem: z.enum(MONEY_PROBLEMS),
  /** As people name it: a reference of the ledger, or the provider's id. */
  subject: z.string(),
  currency: z.nullable(z.string()),
  /** What is there, less what should be there; in `currency`, zero without one. */
  difference: z.number(),
  since: moment,
  place: z.nullable(z.object({ kind: z.enum(MONEY_PLACES), _id: z.string() })),
})

const check = z.object({
  name: z.enum(MONEY_CHECKS),
  state: z.enum(MONEY_STATES),
  /** When it was looked at last; null: never. */
  checkedAt: z.nullable(moment),
  /** When all there was had been looked at; null: that takes a while yet. */
  wholeAt: z.nullable(moment),
  /** Since when something is wrong; null: nothing is. */
  since: z.nullable(moment),
  /** How many rows something is wrong with; counting ends at 1,000. */
  count: z.number(),
  /** The sum of what is wrong, by currency. */
  differences: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** The ten that have been wrong for longest. */
  findings: z.array(finding),
})

export const getMoneyChecks = route({
  method: 'GET',
  path: '/staff/money',
  caller: 'staff:money.read',
  summary:
    'Fifteen ledger checks of the books, as they were looked at in the last minutes: what differs, by how much, since when. For those who may see all of the money.',
  input: z.object({}),
  output: z.object({ checks: z.array(check) }),
  failures: [],
})

export const moneyCheckRoutes = [getMoneyChecks] as const
