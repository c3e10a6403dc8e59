import { getCreators } from '#contract/creators/calls.ts'
import { getPosts, listTopics } from '#contract/posts/calls.ts'
import { type Load, preload } from '#web/api/preload.ts'

/** As many as one answer holds: the instant search covers everything loaded. */
export const FIRST_CREATORS_INPUT = { limit: 100 }
export const FIRST_POSTS_INPUT = { limit: 10 }

export const loadExplore: Load = () => [
  preload(listTopics, {}),
  preload(getCreators, FIRST_CREATORS_INPUT),
  preload(getPosts, FIRST_POSTS_INPUT),
]
