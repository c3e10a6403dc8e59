import * as z from 'zod/mini'

import { id, moment } from '../fields.ts'
import { STAFF_ROLES } from '../http/permissions.ts'
import { route } from '../http/route.ts'

export const getOwnRights = route({
  method: 'GET',
  path: '/staff/me',
  // Every role has it, so that everybody on the staff is let into the console.
  caller: 'staff:people',
  summary: 'Who the caller is on the staff. What each role may do: contract/http/permissions.ts.',
  input: z.object({}),
  output: z.object({
    _id: id(),
    name: z.string(),
    roles: z.array(z.enum(STAFF_ROLES)),
    /** The moment that this copy was restored to, until it is released; null: it is the original. */
    restoredTo: z.nullable(moment),
  }),
  failures: [],
})
