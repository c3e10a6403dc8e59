import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'

/** The first posts of a creator's page. The server makes the same call when it renders the page. */
export function firstPostsInput(pageHandle: string) {
  return { pageHandle, limit: POSTS_PER_PAGE }
}
