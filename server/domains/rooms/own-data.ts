import type { OwnData, OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { findRules, listOwnAccepted, listOwnExclusions, listOwnRooms } from './people-queries.ts'

/** The rooms they opened, and the rules they gave them. */
export const pageRoomData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId): Promise<Pick<OwnPage, 'community'>> {
    const rules = (await findRules(db, creatorId)) ?? ''
    return { community: { rules, rooms: await listOwnRooms(db, creatorId) } }
  },
}

/** Rules they accepted, and rooms they were excluded from. */
export const roomData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'acceptedRules' | 'exclusions'>> {
    const accepted = await listOwnAccepted(db, userId)
    const exclusions = await listOwnExclusions(db, userId)
    return {
      acceptedRules: accepted.map(({ page, at }) => ({ page, acceptedAt: at.toISOString() })),
      exclusions: exclusions.map(({ at, ...from }) => ({ ...from, excludedAt: at.toISOString() })),
    }
  },
}
