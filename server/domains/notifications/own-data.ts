import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnBell } from './bell/bell-queries.ts'
import { findDigestChoice, listOwnChoices } from './choices/choice-queries.ts'
import { listOwnDevices } from './push/push-queries.ts'
import { findOwnNotifications } from './own-data-queries.ts'

export const notificationData: OwnDataPart = {
  about: 'person',
  async collect(
    db,
    userId,
  ): Promise<Pick<OwnData, 'emailNotifications' | 'notificationChoices' | 'notifications' | 'pushDevices'>> {
    const { isWanted, timeZone } = await findDigestChoice(db, userId)
    return {
      emailNotifications: await findOwnNotifications(db, userId),
      notificationChoices: {
        digest: isWanted,
        timeZone,
        topics: await listOwnChoices(db, userId),
      },
      notifications: (await listOwnBell(db, userId)).map(({ at, ...notice }) => ({
        ...notice,
        at: at.toISOString(),
      })),
      pushDevices: (await listOwnDevices(db, userId)).map(({ service, addedAt }) => ({
        service,
        addedAt: addedAt.toISOString(),
      })),
    }
  },
}
