import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { findOwnNotifications } from './own-data-queries.ts'

export const notificationData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'emailNotifications'>> {
    return { emailNotifications: await findOwnNotifications(db, userId) }
  },
}
