import { Rss } from 'lucide-react'

import { getFeed } from '#contract/posts/feed-routes.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { exploreTexts } from './messages.ts'
import { PostList } from './post-list.tsx'

const texts = exploreTexts.feed

/** A few at a time: the sections for finding others are below. */
const POSTS_AT_FIRST = 5

/** Posts of the creators somebody supports or follows. */
export function Feed() {
  const list = useInfiniteQuery(getFeed, { limit: POSTS_AT_FIRST })
  return (
    <PostList
      list={list}
      loadingLabel={texts.loading}
      none={
        <EmptyState icon={<Rss />} title={texts.noneTitle}>
          {texts.none}
        </EmptyState>
      }
    />
  )
}
