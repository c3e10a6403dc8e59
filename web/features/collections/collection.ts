import type { OutputOf } from '#contract/http/route.ts'
import type { getCollection } from '#contract/posts/calls.ts'

export type Collection = OutputOf<typeof getCollection>
