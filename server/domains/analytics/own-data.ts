import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listSharing } from './members/sharing-queries.ts'

/** What they let creators know about them. */
export const sharingData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'sharing'>> {
    const rows = await listSharing(db, userId)
    return { sharing: rows.map(({ handle, email, lastSeen }) => ({ page: handle, email, lastSeen })) }
  },
}
