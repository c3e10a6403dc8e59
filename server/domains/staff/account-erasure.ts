import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { forgetPasses } from './passes/pass-queries.ts'
import { endRoles } from './queries.ts'

/** Nobody works under an account that is gone. That they did, and what they did, stays. */
export const staffErasure: EventReaction = reactTo(
  accountErased,
  'staff',
  async (db, { userId }, { now }) => {
    await endRoles(db, userId, now)
    await forgetPasses(db, userId)
  },
)
