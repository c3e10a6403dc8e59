import type { InputOf } from '#contract/http/route.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { listOwnPosts } from '#contract/posts/calls.ts'
import { usePages } from '#web/api/use-pages.ts'

/** What a creator looks for in their list. */
type Wanted = Pick<InputOf<typeof listOwnPosts>, 'state' | 'planId' | 'q'>

/** A creator's own posts, those they worked on last first. */
export function useOwnPosts(wanted: Wanted) {
  return usePages(listOwnPosts, { ...wanted, limit: POSTS_PER_PAGE }, ({ posts }) => posts)
}
