import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseBell } from './bell/bell-queries.ts'
import { deleteChoices } from './choices/choice-queries.ts'
import { deleteDevices } from './push/push-queries.ts'
import { deletePreferences } from './queries.ts'
import { deleteDeliveries } from './telling-queries.ts'

export const notificationErasure: EventReaction = reactTo(
  accountErased,
  'notifications',
  async (db, { userId }) => {
    await deletePreferences(db, userId)
    await deleteDeliveries(db, userId)
    await eraseBell(db, userId)
    await deleteChoices(db, userId)
    await deleteDevices(db, userId)
  },
)
