import { creatorDetails } from '#contract/creators/calls.ts'
import { getCollection, listCollectionPosts } from '#contract/posts/calls.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { type Load, preload } from '#web/api/preload.ts'

export function firstPostsInput(pageHandle: string, address: string) {
  return { pageHandle, address, limit: POSTS_PER_PAGE }
}

export const loadCollection: Load = ({ params: { pageHandle = '', address = '' } }) => [
  preload(creatorDetails, { pageHandle }),
  preload(getCollection, { pageHandle, address }),
  preload(listCollectionPosts, firstPostsInput(pageHandle, address)),
]
