import * as contract from '#contract/posts/search-routes.ts'
import {
  implement,
  type Implementation,
  implementInPhasesForAnyone,
  mayLag,
} from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { listPopularTopics } from './search-queries.ts'
import { searchEverything } from './search.ts'

const searchesPerCaller: Limit = { name: 'search', points: 30, windowSeconds: 60 }
const TOPICS_LISTED = 12

export const searchImplementations: Implementation[] = [
  ...mayLag('for visitors', [
    // Its own transaction: it limits how long a statement may take.
    implementInPhasesForAnyone(
      contract.search,
      (inTransaction, { input, viewer, now }) => searchEverything(inTransaction, { input, viewer, now }),
      { limits: [{ limit: searchesPerCaller, by: (call) => call.viewer?.id ?? call.ip }] },
    ),
  ]),

  ...mayLag('for everyone', [implement(contract.listTopics, (db) => listPopularTopics(db, TOPICS_LISTED))]),
]
