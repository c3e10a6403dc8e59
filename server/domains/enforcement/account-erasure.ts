import { createHmac } from 'node:crypto'

import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseGrievances } from './grievances/grievance-queries.ts'
import { eraseParts } from './own-data-queries.ts'

export const enforcementErasure: EventReaction = reactTo(
  accountErased,
  'enforcement',
  async (db, { userId }, { platform, now }) => {
    const hash = createHmac('sha256', platform.secretKey).update(`reporter ${userId}`).digest()
    await eraseParts(db, userId, hash)
    await eraseGrievances(db, userId, now)
  },
)
