import { Rss } from 'lucide-react'
import { Suspense } from 'react'

import { listFeedLive } from '#contract/live/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { exploreTexts } from './messages.ts'
import { PostList } from './post-list.tsx'
import { useFeed } from './use-feed.ts'

const texts = exploreTexts.feed

const LiveSoon = lazyPart(async () => (await import('./live-soon.tsx')).LiveSoon)

/** What is live or soon on the pages somebody supports or follows, and their posts. */
export function Feed() {
  const list = useFeed(true)
  // Where that can't be read, there are still the posts.
  const live = useQuery(listFeedLive, {}).data?.sessions ?? []
  return (
    <>
      {live.length > 0 && (
        <Suspense>
          <LiveSoon sessions={live} />
        </Suspense>
      )}
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
