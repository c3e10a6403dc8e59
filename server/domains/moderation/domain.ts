import type { Domain } from '#server/platform/domain.ts'

import { moderationErasure } from './account-erasure.ts'
import { officeData, pageModerationData } from './own-data.ts'
import { moderationImplementations } from './routes.ts'

/** The order of a page: its moderators, whom they muted, its words, and who may write what. */
export const moderation: Domain = {
  implementations: moderationImplementations,
  erasure: moderationErasure,
  ownData: [pageModerationData, officeData],
}
