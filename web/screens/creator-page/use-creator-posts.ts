import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'

import { firstPostsInput } from './first-posts.ts'

/** A creator's posts, newest first. */
export function useCreatorPosts(pageHandle: string) {
  return useInfiniteQuery(getPostsByPageHandle, firstPostsInput(pageHandle))
}
