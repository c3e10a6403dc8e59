import { getMemberCounts, getPostInsights } from '#contract/analytics/calls.ts'
import { listLiveSessions } from '#contract/live/calls.ts'
import { getBadges } from '#contract/notifications/calls.ts'
import { getEarnings } from '#contract/payouts/calls.ts'
import { listOwnPosts, listUnansweredComments } from '#contract/posts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useRefreshOn } from '#web/api/realtime.ts'

const EARNED = [getEarnings]
const COMMENTED = [listUnansweredComments]
const POSTS_SHOWN = 3

/** Everything on a creator's home, each as its own domain counts it. */
export function useStudio(pageHandle: string) {
  const answers = {
    earnings: useQuery(getEarnings, {}),
    posts: useQuery(getPostInsights, { limit: POSTS_SHOWN }),
    comments: useQuery(listUnansweredComments, {}),
    members: useQuery(getMemberCounts, {}),
    drafts: useQuery(listOwnPosts, { state: 'draft', limit: 1 }),
    live: useQuery(listLiveSessions, { pageHandle, part: 'coming', limit: 1 }),
    badges: useQuery(getBadges, {}),
  }
  useRefreshOn('balance', EARNED)
  useRefreshOn('notification', COMMENTED)
  return {
    ...answers,
    /** Shown together: parts that come one after another would move those below them. */
    isKnown: Object.values(answers).every(({ data, isError }) => data !== undefined || isError),
  }
}

export type Studio = ReturnType<typeof useStudio>
