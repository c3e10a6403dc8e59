import type { OutputOf } from '#contract/http/route.ts'
import type { getCollection } from '#contract/posts/collection-routes.ts'

export type Collection = OutputOf<typeof getCollection>
