import { notificationMessages } from '#contract/notifications/messages.ts'
import * as contract from '#contract/notifications/routes.ts'
import { implement, type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { changePreferences, getPreferences } from './preferences.ts'
import { unsubscribe } from './unsubscribe.ts'

export const notificationImplementations: Implementation[] = [
  implementForMember(contract.getNotificationPreferences, (db, { viewer }) => getPreferences(db, viewer.id)),

  implementForMember(contract.updateNotificationPreferences, (db, { input, viewer, now }) =>
    changePreferences(db, viewer.id, input, now),
  ),

  implement(contract.unsubscribe, async (db, { input, platform, now }) => {
    await unsubscribe(db, platform, input.token, now)
    return { msg: notificationMessages.unsubscribed }
  }),
]
