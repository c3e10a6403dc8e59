import { listFeedLive } from '#contract/live/calls.ts'
import { getFeed } from '#contract/posts/calls.ts'
import { useViewer } from '#web/api/session.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useLiveNow } from '#web/features/live-state/use-live-now.ts'

/** A few at a time: the sections for finding others are below. */
const POSTS_AT_FIRST = 5

/** What is new on the pages that somebody supports or follows: posts they have not opened, others, and live sessions. */
export function useFeed() {
  const viewer = useViewer()
  const options = { isEnabled: viewer === 'member' }
  const unread = useInfiniteQuery(getFeed, { limit: POSTS_AT_FIRST, only: 'unread' }, options)
  const all = useInfiniteQuery(getFeed, { limit: POSTS_AT_FIRST }, options)
  const coming = useQuery(listFeedLive, {}, options)
  const live = useLiveNow()

  const unreadIds = new Set(unread.rows?.map(({ _id }) => _id))
  const earlier = { ...all, rows: all.rows?.filter(({ _id }) => !unreadIds.has(_id)) }
  // Without its live sessions, or without knowing what is unread, there are still the posts.
  const isKnown = [
    all.rows ?? all.error,
    unread.rows ?? unread.error,
    coming.data ?? coming.error,
    live.data ?? live.error,
  ].every(Boolean)
  const sessions = coming.data?.sessions ?? []
  const hasNone = isKnown && all.rows?.length === 0 && sessions.length === 0 && !live.data?.sessions.length
  return {
    /** `none`: of nobody, or there is nothing yet. */
    state: viewer === 'visitor' || hasNone ? 'none' : isKnown ? 'some' : 'loading',
    unread,
    earlier,
    sessions,
    postIds: new Set([...unreadIds, ...(all.rows ?? []).map(({ _id }) => _id)]),
  } as const
}
