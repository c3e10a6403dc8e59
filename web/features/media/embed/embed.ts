import type { OutputOf } from '#contract/http/route.ts'
import type { getPosts } from '#contract/posts/calls.ts'

export type Embed = NonNullable<OutputOf<typeof getPosts>[number]['embed']>
