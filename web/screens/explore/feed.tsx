import { Rss } from 'lucide-react'

import { listFeedLive } from '#contract/live/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { exploreTexts } from './messages.ts'
import { PostList } from './post-list.tsx'
import { useFeed } from './use-feed.ts'

const texts = exploreTexts.feed

const LiveSoon = lazyPart(async () => (await import('./live-soon.tsx')).LiveSoon)

/** What is live or soon on the pages somebody supports or follows, and their posts. */
export function Feed() {
  const list = useFeed(true)
  const answer = useQuery(listFeedLive, {})
  // Above the posts, so these wait for it; where it can't be read, there are still the posts.
  if (answer.isPending) return <SkeletonList label={texts.loading} shape="card" />
  const live = answer.data?.sessions ?? []
  return (
    <>
      {/* Its code is waited for, too: the posts come with it. */}
      {live.length > 0 && <LiveSoon sessions={live} />}
      <PostList
        list={list}
        loadingLabel={texts.loading}
        none={
          <EmptyState icon={<Rss />} title={texts.noneTitle}>
            {texts.none}
          </EmptyState>
        }
      />
    </>
  )
}
