import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { id, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { staffFailures } from './failures.ts'

const decision = z.object({ userId: id(), reason: requiredText('Give a reason.', 2000) })

/** `changed`: false if the account was in that state already. */
const outcome = z.object({ changed: z.boolean() })

export const suspendPerson = route({
  method: 'POST',
  path: '/staff/people/:userId/suspend',
  caller: 'staff:cases',
  summary: 'Suspends an account and its page, at once. The reason is mailed to the person.',
  input: decision,
  output: outcome,
  failures: [accountFailures.person_not_found, accountFailures.own_account, staffFailures.staff_member],
})

export const reinstatePerson = route({
  method: 'POST',
  path: '/staff/people/:userId/reinstate',
  caller: 'staff:cases',
  summary: 'Lifts the suspension of an account.',
  input: decision,
  output: outcome,
  failures: [accountFailures.person_not_found, accountFailures.own_account],
})

export const staffRoutes = [suspendPerson, reinstatePerson] as const
