import { returnPath } from '#contract/accounts/return-path.ts'

import type { Post } from './post.ts'

/**
 * A post's address for coming back to it after signing in or paying. Those links carry plain, short addresses only, so a
 * title in another script is replaced by the post's id, which leads to the same page.
 */
export function wayBackTo(post: Pick<Post, 'path' | '_id'> & { creatorId: { pageHandle: string } }): string {
  return returnPath(post.path) ?? `/${post.creatorId.pageHandle}/posts/${post._id}`
}
