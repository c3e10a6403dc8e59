import type { Domain } from '#server/platform/domain.ts'

import { consoleImplementations } from './routes.ts'

/** What the staff see and do at /staff: it reads everything, and acts through the verbs of the other domains. */
export const consoleDomain: Domain = {
  implementations: consoleImplementations,
}
