import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { exploreErasure } from './account-erasure.ts'
import { countPages, pageCountReactions } from './page-counts.ts'
import { mountDiscovery } from './pages.ts'
import { exploreImplementations } from './routes.ts'
import { searchImplementations } from './search-routes.ts'

/** Finding pages: search, sitemaps, the pictures of shared links, and how many members and posts a page has. */
export const explore: Domain = {
  jobs: [countPages as Job],
  reactions: pageCountReactions,
  implementations: [...exploreImplementations, ...searchImplementations],
  erasure: exploreErasure,
  mount: (app, platform) => mountDiscovery(app, platform),
}
