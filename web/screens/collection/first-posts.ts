import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'

/** The first posts of a collection. The server makes the same call when it renders the page. */
export function collectionPostsInput(pageHandle: string, address: string) {
  return { pageHandle, address, limit: POSTS_PER_PAGE }
}
