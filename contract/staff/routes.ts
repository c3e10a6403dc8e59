import { proofFailures } from '../accounts/proof/failures.ts'
import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { id, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { staffFailures } from './failures.ts'

const decision = z.object({ userId: id(), reason: requiredText('Give a reason.', 2000) })

/** `changed`: false if the account was in that state already. */
const outcome = z.object({ changed: z.boolean() })

export const suspendPerson = route({
  method: 'POST',
  path: '/staff/people/:userId/suspend',
  caller: 'staff:cases',
  stepUp: 'always',
  summary: 'Suspends an account and its page, at once. The reason is mailed to the person.',
  input: decision,
  output: outcome,
  failures: [accountFailures.person_not_found, accountFailures.own_account, staffFailures.staff_member],
})

export const reinstatePerson = route({
  method: 'POST',
  path: '/staff/people/:userId/reinstate',
  caller: 'staff:cases',
  stepUp: 'always',
  summary: 'Lifts the suspension of an account.',
  input: decision,
  output: outcome,
  failures: [accountFailures.person_not_found, accountFailures.own_account],
})

export const removeLostFactors = route({
  method: 'POST',
  path: '/staff/people/:userId/lost-factors',
  caller: 'staff:recoveries',
  stepUp: 'always',
  summary:
    'Says that a person lost every second factor. Once a second member of the staff says so too, they are removed after seven days and three mails, unless their owner keeps them.',
  input: decision,
  output: z.object({
    changed: z.boolean(),
    /** When they are removed; null while a second person is needed. */
    removedAt: z.nullable(moment),
  }),
  failures: [accountFailures.person_not_found, accountFailures.own_account, proofFailures.factors_missing],
})

export const keepLostFactors = route({
  method: 'POST',
  path: '/staff/people/:userId/lost-factors/keep',
  caller: 'staff:recoveries',
  stepUp: 'always',
  summary: 'Stops the removal of second factors.',
  input: decision,
  output: outcome,
  failures: [accountFailures.own_account],
})

export const staffRoutes = [suspendPerson, reinstatePerson, removeLostFactors, keepLostFactors] as const
