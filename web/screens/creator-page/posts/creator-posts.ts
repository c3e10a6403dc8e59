import { getPostsByPageHandle, viewPostsAs } from '#contract/posts/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'

import { firstPostsInput } from '../load.ts'

/** Whom the owner sees the page as: a member of a plan; null: a visitor. */
export interface ViewAs {
  planId: string | null
}

/** A creator's posts, newest first; for their owner also as somebody else finds them. */
export function useCreatorPosts(pageHandle: string, viewAs: ViewAs | null = null) {
  const own = useInfiniteQuery(getPostsByPageHandle, firstPostsInput(pageHandle), {
    isEnabled: viewAs === null,
  })
  const planId = viewAs?.planId ?? null
  const asOther = useInfiniteQuery(
    viewPostsAs,
    { ...firstPostsInput(pageHandle), ...(planId !== null && { planId }) },
    { isEnabled: viewAs !== null },
  )
  return viewAs === null ? own : asOther
}
