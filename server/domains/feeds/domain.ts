import type { Domain } from '#server/platform/domain.ts'

import { feedErasure } from './account-erasure.ts'
import { mountFeeds } from './mount.ts'
import { feedData, podcastData } from './own-data.ts'
import { feedImplementations } from './routes.ts'

/** Pages as podcast apps and feed readers get them. */
export const feeds: Domain = {
  implementations: feedImplementations,
  erasure: feedErasure,
  ownData: [feedData, podcastData],
  mount: (app, platform) => mountFeeds(app, platform),
}
