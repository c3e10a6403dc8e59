import { followPage, getFollowedPages, setFollowMails, unfollowPage } from '#contract/audiences/calls.ts'
import { creatorDetails } from '#contract/creators/calls.ts'
import { getFeed, getPosts, getPostsByPageHandle } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

import { followTexts as texts } from './messages.ts'

/** What looks different to a follower. */
const refreshes = [creatorDetails, getFollowedPages, getFeed, getPosts, getPostsByPageHandle]

/** Follows a page, or follows it no longer. */
export function useFollow(pageHandle: string) {
  const following = useMutation(followPage, { refreshes })
  const unfollowing = useMutation(unfollowPage, { refreshes })
  const mailing = useMutation(setFollowMails, { refreshes: [creatorDetails, getFollowedPages] })
  return {
    isPending: following.isPending || unfollowing.isPending || mailing.isPending,
    /** Returns whether it worked; if it didn't, it has said why. */
    set: (isFollowing: boolean) =>
      hasWorked(() => (isFollowing ? following : unfollowing).mutateAsync({ input: { pageHandle } })),
    /** The same for mails about the page's posts. */
    setMailed: (isMailed: boolean) =>
      hasWorked(() => mailing.mutateAsync({ input: { pageHandle, isMailed } })),
  }
}

async function hasWorked(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast.error(texts.failed, { description: error.message })
    return false
  }
}
