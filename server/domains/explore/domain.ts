import type { Domain } from '#server/platform/domain.ts'

import { exploreErasure } from './account-erasure.ts'
import { mountDiscovery } from './pages.ts'
import { exploreImplementations } from './routes.ts'

/** Finding pages: search, feeds, sitemaps and the pictures of shared links. */
export const explore: Domain = {
  implementations: exploreImplementations,
  erasure: exploreErasure,
  mount: (app, platform) => mountDiscovery(app, platform),
}
