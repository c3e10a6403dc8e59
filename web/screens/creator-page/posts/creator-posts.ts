import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'

/** The first posts of a creator's page. The server makes the same call when it renders the page. */
export function firstPostsInput(pageHandle: string) {
  return { pageHandle, limit: POSTS_PER_PAGE }
}

/** A creator's posts, newest first. */
export function useCreatorPosts(pageHandle: string) {
  return useInfiniteQuery(getPostsByPageHandle, firstPostsInput(pageHandle))
}
