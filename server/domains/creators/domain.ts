import type { Domain } from '#server/platform/domain.ts'

import { creatorErasure, creatorReactions } from './account-erasure.ts'
import { creatorData } from './own-data.ts'
import { creatorImplementations } from './routes.ts'

/** Creator pages. */
export const creators: Domain = {
  implementations: creatorImplementations,
  reactions: creatorReactions,
  erasure: creatorErasure,
  ownData: [creatorData],
}
