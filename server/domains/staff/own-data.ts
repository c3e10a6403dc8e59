import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listDecisionsAbout, listOwnActions, listOwnRoles } from './own-data-queries.ts'

/** Their roles, what they did as staff, and what was decided about them. Whom else it concerned isn't theirs to know. */
export const staffData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'staff' | 'decisions'>> {
    return {
      staff: {
        roles: (await listOwnRoles(db, userId)).map(({ role, grantedAt, endedAt }) => ({
          role,
          grantedAt: grantedAt.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
        })),
        actions: (await listOwnActions(db, userId)).map(({ action, at }) => ({
          action,
          at: at.toISOString(),
        })),
      },
      decisions: (await listDecisionsAbout(db, userId)).map(({ at, ...decision }) => ({
        ...decision,
        at: at.toISOString(),
      })),
    }
  },
}
