import { creatorDetails, getPageAbout } from '#contract/creators/calls.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { getPostsByPageHandle, listCollections } from '#contract/posts/calls.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { type Load, preload } from '#web/api/preload.ts'

import { tabAt } from './page-tab.ts'

export function firstPostsInput(pageHandle: string) {
  return { pageHandle, limit: POSTS_PER_PAGE }
}

export const loadCreatorPage: Load = ({ pathname, params: { pageHandle = '' } }) => {
  const tab = tabAt(pathname)
  return [
    preload(creatorDetails, { pageHandle }),
    preload(getCreatorPlans, { pageHandle }),
    ...(tab === 'posts' ? [preload(getPostsByPageHandle, firstPostsInput(pageHandle))] : []),
    ...(tab === 'collections' ? [preload(listCollections, { pageHandle })] : []),
    ...(tab === 'about' ? [preload(getPageAbout, { pageHandle })] : []),
  ]
}
