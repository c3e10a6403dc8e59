import * as z from 'zod/mini'

import { id } from '../fields.ts'
import { STAFF_ROLES } from '../http/permissions.ts'
import { route } from '../http/route.ts'

export const getOwnRights = route({
  method: 'GET',
  path: '/staff/me',
  // Every role has it, so that everybody on the staff is let into the console.
  caller: 'staff:people',
  summary: 'Who the caller is on the staff. What each role may do: contract/http/permissions.ts.',
  input: z.object({}),
  output: z.object({ _id: id(), name: z.string(), roles: z.array(z.enum(STAFF_ROLES)) }),
  failures: [],
})
